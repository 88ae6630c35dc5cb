/*
 * Mask.java
 *	  What uuid_mask must answer, by Bouncy Castle's FF1 (package libbcprov-java).
 *
 * Reads lines "n uuid key tweak", key and tweak as hexadecimal digits after an x, and
 * prints the masked UUID of each.
 */
import java.io.BufferedReader;
import java.io.InputStreamReader;
import java.nio.charset.StandardCharsets;
import java.util.UUID;

import org.bouncycastle.crypto.fpe.FPEFF1Engine;
import org.bouncycastle.crypto.params.FPEParameters;
import org.bouncycastle.crypto.params.KeyParameter;
import org.bouncycastle.util.encoders.Hex;

public class Mask
{
	/* the bits of version and variant, counted from the first */
	private static boolean isFixed(int bit)
	{
		return bit >= 48 && bit < 52 || bit == 64 || bit == 65;
	}

	private static UUID mask(UUID id, byte[] key, byte[] tweak)
	{
		byte[] numerals = new byte[122];
		byte[] masked = new byte[122];
		long[] halves = {id.getMostSignificantBits(), id.getLeastSignificantBits()};
		int n = 0;

		for (int bit = 0; bit < 128; bit++)
			if (!isFixed(bit))
				numerals[n++] = (byte) (halves[bit / 64] >>> (63 - bit % 64) & 1);

		FPEFF1Engine engine = new FPEFF1Engine();
		engine.init(true, new FPEParameters(new KeyParameter(key), 2, tweak));
		engine.processBlock(numerals, 0, numerals.length, masked, 0);

		halves[0] = 0x4000L;
		halves[1] = 0x8000000000000000L;
		n = 0;
		for (int bit = 0; bit < 128; bit++)
			if (!isFixed(bit))
				halves[bit / 64] |= (long) masked[n++] << (63 - bit % 64);
		return new UUID(halves[0], halves[1]);
	}

	public static void main(String[] args) throws Exception
	{
		BufferedReader in = new BufferedReader(new InputStreamReader(System.in, StandardCharsets.US_ASCII));
		StringBuilder out = new StringBuilder();

		for (String line = in.readLine(); line != null; line = in.readLine())
		{
			String[] fields = line.split(" ");

			out.append(mask(UUID.fromString(fields[1]), Hex.decode(fields[2].substring(1)),
				Hex.decode(fields[3].substring(1)))).append('\n');
		}
		System.out.print(out);
	}
}
