import java.net.URI;
import java.sql.*;
import java.time.*;
import java.util.*;

class Main {
    static void say(String what, Object value) {
        System.out.println(what + "\t" + value);
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
        List<String> payloads = new ArrayList<>();
        for (ResultSet rows = during.executeQuery(); rows.next();)
            payloads.add(rows.getString("payload"));
        say("during", String.join(",", payloads));

        PreparedStatement query = db.prepareStatement("SELECT * FROM events WHERE id < ?");
        query.setObject(1, UUID.fromString(last));
        query.executeQuery();
        query.setTimestamp(1, Timestamp.from(from));
        trap(query);
        query.setString(1, last);
        trap(query);
        try {
            query.setObject(1, from);
            say("check", "false,no Instant");
        } catch (SQLException error) {
            say("check", "true,no Instant");
        }
        ResultSet at = db.createStatement().executeQuery("SELECT uuid_time(id) FROM events LIMIT 1");
        at.next();
        say("check", (at.getObject(1, OffsetDateTime.class) != null) + ",uuid_time() as OffsetDateTime");
    }
}
