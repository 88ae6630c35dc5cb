import java.net.URI;
import java.sql.*;
import java.time.*;
import java.util.*;

class Main {
    static void say(String what, Object... values) {
        System.out.println(what + "\t" + String.join(",", Arrays.stream(values).map(Object::toString).toList()));
    }

    static void rows(String what, PreparedStatement query, String name) throws SQLException {
        List<String> values = new ArrayList<>();
        for (ResultSet rows = query.executeQuery(); rows.next();)
            values.add(rows.getString(name));
        say(what, values.toArray());
    }

    static void trap(PreparedStatement query) {
        try {
            query.executeQuery();
            say("trap", "nothing failed");
        } catch (SQLException error) {
            say("trap", error.getMessage().lines().findFirst().get());
        }
    }

    public static void main(String[] arguments) throws SQLException {
        URI url = URI.create(System.getenv("DATABASE_URL"));
        Connection db = DriverManager.getConnection(
            "jdbc:postgresql://" + url.getHost() + ":" + url.getPort() + url.getPath(), url.getUserInfo(), "");
        Instant from = Instant.parse(System.getenv("FROM_TIME").replace("+00:00", "Z"));
        Instant to = Instant.parse(System.getenv("TO_TIME").replace("+00:00", "Z"));
        String last = System.getenv("LAST_ID");
        <<1>>
        id.next();
        say("id", id.getObject(1, UUID.class));
        rows("during", during, "payload");
        PreparedStatement query = db.prepareStatement("SELECT * FROM events WHERE id < ? ORDER BY id DESC LIMIT 50");
        query.setObject(1, UUID.fromString(last));
        rows("page", query, "payload");
        query = db.prepareStatement("INSERT INTO events (payload) SELECT unnest(?) RETURNING id");
        query.setArray(1, db.createArrayOf("text", new String[] {"a", "b", "c"}));
        rows("many", query, "id");
        query = db.prepareStatement("SELECT payload FROM events WHERE id >= ?::timestamptz AND uuid_time(id) < ?");
        query.setTimestamp(1, Timestamp.from(from));
        query.setTimestamp(2, Timestamp.from(to));
        rows("again", query, "payload");

        query = db.prepareStatement("SELECT * FROM events WHERE id < ?");
        query.setTimestamp(1, Timestamp.from(from));
        trap(query);
        query.setString(1, last);
        trap(query);
        try {
            query.setObject(1, from);
            say("check", false, "no Instant");
        } catch (SQLException error) {
            say("check", true, "no Instant");
        }
        ResultSet at = db.createStatement().executeQuery("SELECT uuid_time(id) FROM events LIMIT 1");
        at.next();
        say("check", at.getObject(1, OffsetDateTime.class) != null, "uuid_time() as OffsetDateTime");
    }
}
