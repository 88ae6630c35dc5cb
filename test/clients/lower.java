import java.io.*;
import java.time.*;
import java.util.UUID;

class Main {
    <<java>>

    public static void main(String[] arguments) {
        new BufferedReader(new InputStreamReader(System.in)).lines()
            .forEach(line -> System.out.println(uuidV7Lower(OffsetDateTime.parse(line).toInstant())));
    }
}
