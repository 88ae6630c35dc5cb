import java.net.URI;
import java.sql.*;
import java.time.*;
import java.util.*;

class Main {
    static void say(String what, List<?> values) {
        System.out.println(what + "\t" + String.join(",", values.stream().map(Object::toString).toList()));
    }

    static List<String> column(ResultSet rows, String name) throws SQLException {
        List<String> values = new ArrayList<>();
        while (rows.next())
            values.add(rows.getString(name));
        return values;
    }

    static void trap(PreparedStatement query) {
        try {
            query.executeQuery();
            say("trap", List.of("nothing failed"));
        } catch (SQLException error) {
            say("trap", List.of(error.getMessage().lines().findFirst().get()));
        }
    }

    public static void main(String[] arguments) throws SQLException {
        URI url = URI.create(System.getenv("DATABASE_URL"));
        Connection db = DriverManager.getConnection(
            "jdbc:postgresql://" + url.getHost() + ":" + url.getPort() + url.getPath(), url.getUserInfo(), "");
        Instant from = Instant.parse(System.getenv("FROM_TIME").replace("+00:00", "Z"));
        Instant to = Instant.parse(System.getenv("TO_TIME").replace("+00:00", "Z"));
        UUID last = UUID.fromString(System.getenv("LAST_ID"));
        <<1>>
        PreparedStatement page = db.prepareStatement("SELECT * FROM events WHERE id < ? ORDER BY id DESC LIMIT 50");
        page.setObject(1, last);
        PreparedStatement many = db.prepareStatement("INSERT INTO events (payload) SELECT unnest(?) RETURNING id");
        many.setArray(1, db.createArrayOf("text", new String[] {"a", "b", "c"}));
        id.next();
        say("id", List.of(id.getObject(1, UUID.class)));
        say("during", column(during.executeQuery(), "payload"));
        say("page", column(page.executeQuery(), "payload"));
        say("many", column(many.executeQuery(), "id"));

        PreparedStatement query = db.prepareStatement("SELECT * FROM events WHERE id >= ?");
        query.setTimestamp(1, Timestamp.from(from));
        trap(query);
        query = db.prepareStatement("SELECT * FROM events WHERE id < ?");
        query.setString(1, last.toString());
        trap(query);
        query = db.prepareStatement("SELECT payload FROM events WHERE id >= ?::timestamptz AND uuid_time(id) < ?");
        query.setTimestamp(1, Timestamp.from(from));
        query.setTimestamp(2, Timestamp.from(to));
        say("again", column(query.executeQuery(), "payload"));
        query = db.prepareStatement("SELECT * FROM events WHERE uuid_time(id) >= ?");
        try {
            query.setObject(1, from);
            say("check", List.of(false, "no Instant"));
        } catch (SQLException error) {
            say("check", List.of(true, "no Instant"));
        }
        ResultSet at = db.createStatement().executeQuery("SELECT uuid_time(id) FROM events LIMIT 1");
        at.next();
        say("check", List.of(at.getObject(1, OffsetDateTime.class) != null, "uuid_time() as OffsetDateTime"));
    }
}
