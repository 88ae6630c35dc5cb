// interop.js generate COUNT: ids made by the packages, one line of fields each
// interop.js read: reads such lines from stdin, checks them with the packages,
// prints every line they disagree with, and how many lines there were
//
//   id       SYSTEM  ID        TIME       UUID  EPOCH    (UUID, EPOCH may be empty)
//   uuid     UUID    VERSION   TIME                      (TIME may be empty)
//   name     VERSION NAMESPACE NAME       UUID
//   v1v6     UUID    UUID
//   typeid   TYPEID  PREFIX    UUID
//
// Fields are separated by tabs; times are in UTC.

import { createRequire } from 'node:module';
import { randomBytes, randomInt, webcrypto } from 'node:crypto';
import { createInterface } from 'node:readline';
import { DiscordSnowflake, Snowflake, TwitterSnowflake } from '@sapphire/snowflake';
import { ObjectId } from 'bson';
import { TypeID, typeid } from 'typeid-js';
import { decodeTime, ulid, ulidToUUID, uuidToULID } from 'ulid';
import * as uuid from 'uuid';

const require = createRequire(import.meta.url);
const biguint = require('biguint-format');
const cuid = require('cuid');
const FlakeId = require('flake-idgen');
const KSUID = require('ksuid');
const pushid = require('pushid');

// node 18 has no global of that name
globalThis.crypto ??= webcrypto;
const { Xid } = await import('xid-ts');

// --- Times ------------------------------------------------------------------

const RealDate = Date;

// Runs a generator that knows no other time than now
function at(ms, generate) {
  globalThis.Date = class extends RealDate {
    constructor(...args) {
      super(...(args.length > 0 ? args : [ms]));
    }
    static now() {
      return ms;
    }
  };
  try {
    return generate();
  } finally {
    globalThis.Date = RealDate;
  }
}

// Years beyond 9999 without the sign and zeros of ECMAScript
function iso(ms, us = 0) {
  return new RealDate(ms).toISOString().replace(/^\+0*/, '').replace('Z', `${String(us).padStart(3, '0')}Z`);
}

function randomMs(first, last) {
  const span = last - first + 1;
  return first + Number(randomBytes(8).readBigUInt64BE() % BigInt(span));
}

const floorSecond = (ms) => ms - (ms % 1000);

// The ends of a range, and times between
function times(first, last, count) {
  const list = [first, first + 1, last - 1, last];
  while (list.length < count)
    list.push(randomMs(first, last));
  return list;
}

const MAX_48 = 2 ** 48 - 1;
const MAX_32 = (2 ** 32 - 1) * 1000;

// --- Theirs to ours ---------------------------------------------------------

const line = (...fields) => console.log(fields.join('\t'));

const hex = (bytes) => Buffer.from(bytes).toString('hex');

const generators = {
  ulid(count) {
    // ulid(0) would be now
    for (const ms of times(1, MAX_48, count)) {
      const id = ulid(ms);
      line('id', 'ulid', id, iso(ms), ulidToUUID(id).toLowerCase(), '');
      line('id', 'ulid', id.toLowerCase(), iso(ms), ulidToUUID(id).toLowerCase(), '');
    }
  },
  ksuid(count) {
    for (const ms of times(1400000000000, 1400000000000 + MAX_32, count)) {
      const id = KSUID.randomSync(ms);
      line('id', 'ksuid', id.string, iso(floorSecond(ms)), '', '');
    }
  },
  xid(count) {
    for (const ms of times(0, MAX_32, count))
      line('id', 'xid', at(ms, () => new Xid()).toString(), iso(floorSecond(ms)), '', '');
  },
  objectid(count) {
    for (const ms of times(0, MAX_32, count)) {
      const id = new ObjectId(Math.floor(ms / 1000));
      line('id', 'objectid', id.toHexString(), iso(floorSecond(ms)), '', '');
      line('id', 'objectid', id.toHexString().toUpperCase(), iso(floorSecond(ms)), '', '');
    }
  },
  flakeid(count) {
    for (const epoch of [0, 1300000000000])
      for (const ms of times(epoch, epoch + 2 ** 42 - 1, count)) {
        const flake = new FlakeId({ datacenter: randomInt(32), worker: randomInt(32), epoch });
        line('id', 'flakeid', biguint(at(ms, () => flake.next()), 'dec'), iso(ms), '', epoch ? iso(epoch) : '');
      }
  },
  snowflake(count) {
    for (const ms of times(1288834974657, 1288834974657 + 2 ** 41 - 1, count))
      line('id', 'snowflake', TwitterSnowflake.generate({ timestamp: ms }), iso(ms), '', '');
    for (const ms of times(1420070400000, 1420070400000 + 2 ** 42 - 1, count))
      line('id', 'discord', DiscordSnowflake.generate({ timestamp: ms }), iso(ms), '', '');
    for (const ms of times(1234567890123, 1234567890123 + 2 ** 41 - 1, count))
      line('id', 'snowflake', new Snowflake(1234567890123n).generate({ timestamp: ms }), iso(ms), '', iso(1234567890123));
  },
  cuid(count) {
    // 25 characters long
    for (const ms of times(36 ** 7, 36 ** 8 - 1, count))
      line('id', 'cuid', at(ms, cuid), iso(ms), '', '');
    for (const ms of times(36 ** 8, 36 ** 9 - 1, 10))
      line('id', 'cuid_nonstandard', at(ms, cuid), iso(ms), '', '');
  },
  pushid(count) {
    for (const ms of times(0, MAX_48, count))
      line('id', 'pushid', at(ms, pushid), iso(ms), '', '');
  },
  typeid(count) {
    for (const prefix of ['', 'a', 'user', 'order_item', 'x'.repeat(63)])
      for (let i = 0; i < count / 5; i++) {
        const id = typeid(prefix);
        line('typeid', id.toString(), prefix, id.toUUID());
        line('id', 'typeid', id.toString(), iso(parseInt(hex(id.toUUIDBytes()).slice(0, 12), 16)), id.toUUID(), '');
      }
  },
  uuid(count) {
    const names = ['', 'www.example.com', 'straße', '東京', '🐘', 'x'.repeat(1000)];

    for (const name of names)
      for (const namespace of [uuid.v3.DNS, uuid.v3.URL, uuid.v4()]) {
        line('name', 3, namespace, name, uuid.v3(name, namespace));
        line('name', 5, namespace, name, uuid.v5(name, namespace));
      }
    for (let i = 0; i < count; i++)
      line('uuid', uuid.v4(), 4, '');
    for (const ms of times(0, 2 ** 47, count)) {
      const nsecs = randomInt(10000);
      const options = { msecs: ms, nsecs, clockseq: randomInt(16384), node: [...randomBytes(6)] };
      const v1 = uuid.v1(options);

      if (ms < 100000000000000) {
        line('uuid', v1, 1, iso(ms, Math.floor(nsecs / 10)));
        line('uuid', uuid.v6(options), 6, iso(ms, Math.floor(nsecs / 10)));
        line('v1v6', v1, uuid.v1ToV6(v1));
        line('id', 'cassandra_timeuuid', v1, iso(ms, Math.floor(nsecs / 10)), v1, '');
      }
      line('uuid', uuid.v7({ msecs: ms }), 7, iso(ms));
    }
  },
};

// --- Ours to theirs ---------------------------------------------------------

const PUSH_CHARS = '-0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZ_abcdefghijklmnopqrstuvwxyz';

function deconstructed(snowflake, id) {
  const { timestamp, workerId, processId, increment } = snowflake.deconstruct(id);

  return [Number(timestamp), String(snowflake.generate({ timestamp, workerId, processId, increment }))];
}

// What a package says about an id: [Unix ms, the id again, its UUID if it knows]
const readers = {
  ulid: (id) => [decodeTime(id), uuidToULID(ulidToUUID(id)), ulidToUUID(id).toLowerCase()],
  ksuid: (id) => [KSUID.parse(id).date.getTime(), KSUID.parse(id).string],
  xid: (id) => [Math.floor(new RealDate(Xid.parse(id).timestamp() * 1000).getTime()), Xid.parse(id).toString()],
  objectid: (id) => [new ObjectId(id).getTimestamp().getTime(), new ObjectId(id).toHexString()],
  // timestampFrom() of this package calculates in floating point and may be one ms late
  snowflake: (id, epoch) => deconstructed(epoch ? new Snowflake(BigInt(epoch)) : TwitterSnowflake, id),
  discord: (id) => deconstructed(DiscordSnowflake, id),
  // these packages only generate
  flakeid: (id, epoch) => [Number(BigInt(id) >> 22n) + (epoch || 0), biguint(BigInt(id).toString(16).padStart(16, '0'), 'dec')],
  cuid: (id) => [cuid.isCuid(id) ? parseInt(id.slice(1, 9), 36) : NaN, id],
  pushid: (id) => [[...id.slice(0, 8)].reduce((ms, c) => ms * 64 + PUSH_CHARS.indexOf(c), 0), id],
};

const checks = {
  id(system, id, time, itsUuid, epoch) {
    const [ms, again, theirUuid] = readers[system](id, epoch && RealDate.parse(epoch));

    return RealDate.parse(time.replace(/^(\d{5})/, '+0$1')) === ms && again === id && (theirUuid ?? itsUuid) === itsUuid;
  },
  uuid(id, version, time) {
    const bytes = uuid.parse(id);
    const v7 = version === '7' ? iso(Number(BigInt(`0x${hex(bytes).slice(0, 12)}`))) : time;

    return uuid.validate(id) && uuid.version(id) === Number(version) && uuid.stringify(bytes) === id && v7 === time;
  },
  name: (version, namespace, name, id) => uuid[`v${version}`](name, namespace) === id,
  v1v6: (v1, v6) => uuid.v1ToV6(v1) === v6 && uuid.v6ToV1(v6) === v1,
  typeid(id, prefix, itsUuid) {
    const parsed = TypeID.fromString(id);

    return parsed.getType() === prefix && parsed.toUUID() === itsUuid && parsed.toString() === id &&
      TypeID.fromUUID(prefix, itsUuid).toString() === id;
  },
};

async function read() {
  let count = 0;

  for await (const text of createInterface({ input: process.stdin })) {
    const [kind, ...fields] = text.split('\t');
    let verdict;

    count++;
    try {
      verdict = checks[kind](...fields) ? '' : 'disagrees';
    } catch (error) {
      verdict = error.message;
    }
    if (verdict)
      line(verdict, text);
  }
  line(count, 'lines read');
}

if (process.argv[2] === 'generate')
  for (const generate of Object.values(generators))
    generate(Number(process.argv[3]));
else
  await read();
