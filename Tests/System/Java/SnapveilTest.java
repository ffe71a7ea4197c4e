import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.sun.net.httpserver.HttpServer;
import java.awt.image.BufferedImage;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.ServerSocket;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Base64;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import javax.imageio.ImageIO;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.openqa.selenium.OutputType;
import org.openqa.selenium.remote.RemoteWebDriver;

/** The client against a real server and, over WebDriver, a real browser. */
class SnapveilTest {
    private static final String URL = System.getenv("SNAPVEIL_URL");
    private static final Path SCREENS = Path.of(System.getenv("SCREENS"));
    private static final String SENSITIVE = "{\"rules\":[{\"target\":{\"elements\":\"sensitive\"},\"style\":{\"fill\":{\"color\":\"#ff00c8\"}},\"atLeast\":1}]}";
    private static final int SECRET = 0xff00c8;
    private static final int OPEN = 0x00a03c;
    private final Snapveil snapveil = new Snapveil(URL);

    private static byte[] screen(String name) throws IOException {
        return Files.readAllBytes(SCREENS.resolve(name));
    }

    private static BufferedImage picture(byte[] bytes) throws IOException {
        return ImageIO.read(new ByteArrayInputStream(bytes));
    }

    private static long count(byte[] bytes, int colour) throws IOException {
        return java.util.Arrays.stream(pixels(bytes)).filter(pixel -> (pixel & 0xffffff) == colour).count();
    }

    private static int[] pixels(byte[] bytes) throws IOException {
        var picture = picture(bytes);
        return picture.getRGB(0, 0, picture.getWidth(), picture.getHeight(), null, 0, picture.getWidth());
    }

    private static String code(Runnable call) {
        return assertThrows(Snapveil.Failure.class, call::run).code();
    }

    @Test
    @DisplayName("all of a picture is erased, in the format that it came in, and the receipt says so")
    void whole() throws IOException {
        for (var format : Map.of("ios-login.png", "image/png", "ios-login.jpg", "image/jpeg").entrySet()) {
            var result = snapveil.withPolicy("blackout").sanitize(screen(format.getKey()));
            var picture = picture(result.image());
            assertEquals((long) picture.getWidth() * picture.getHeight(), count(result.image(), 0));
            assertEquals(format.getValue(), result.type());
            assertEquals("erased", result.assurance());
            assertTrue(result.receipt().contains("\"covered\":1"), result.receipt());
        }
    }

    @Test
    @DisplayName("elements of a page source are covered")
    void source() throws IOException {
        var result = snapveil.sanitize(screen("ios-login.png"), SENSITIVE, Files.readString(SCREENS.resolve("ios-login.xml")));
        assertTrue(count(result.image(), SECRET) > 10_000);
    }

    @Test
    @DisplayName("what was covered, sealed to a group, opens to the pixels as they were, and is not there unless somebody asks")
    void sealed(@TempDir Path folder) throws IOException, InterruptedException {
        var sealing = new Snapveil(System.getenv("SEALING_URL"));
        var shot = screen("ios-login.png");
        var source = Files.readString(SCREENS.resolve("ios-login.xml"));
        var plain = sealing.sanitize(shot, SENSITIVE, source, null);
        var result = sealing.sanitize(shot, SENSITIVE, source, "payments");
        assertNull(plain.sealed());
        assertArrayEquals(plain.image(), result.image());
        assertEquals(List.of(plain.type(), plain.receipt(), "erased"), List.of(result.type(), result.receipt(), result.assurance()));

        var safe = Files.write(folder.resolve("safe.png"), result.image());
        Files.write(folder.resolve("safe.png.age"), result.sealed());
        var original = folder.resolve("original.png");
        var command = List.of(System.getenv("SNAPVEIL_PROGRAM"), "unseal", safe.toString(), "--identity", System.getenv("IDENTITY"), "-o", original.toString());
        assertEquals(0, new ProcessBuilder(command).inheritIO().start().waitFor());
        assertFalse(java.util.Arrays.equals(pixels(shot), pixels(result.image())));
        assertArrayEquals(pixels(shot), pixels(Files.readAllBytes(original)));

        var forbidding = SENSITIVE.replace("{\"rules\"", "{\"seal\":\"never\",\"rules\"");
        assertNull(sealing.sanitize(shot, forbidding, source, "payments").sealed());
        for (var client : List.of(sealing, snapveil)) {
            var failure = assertThrows(Snapveil.Failure.class, () -> client.sanitize(shot, "blackout", null, "no body&policy=splash"));
            assertEquals(List.of("group-unknown", 404), List.of(failure.code(), failure.status()));
        }
    }

    @Test
    @DisplayName("a reply that lacks a part never passes for a sealed picture")
    void noSealed() throws IOException {
        for (var body : List.of("{}", "{\"image\":{}}", "{\"image\":{\"type\":\"image/png\",\"data\":\"*\"}}",
                "{\"image\":{\"type\":\"image/png\",\"data\":\"\"},\"sealed\":{}}")) {
            var server = server((request, exchange) -> {
                exchange.getResponseHeaders().set("Content-Type", "application/json");
                exchange.getResponseHeaders().set("Snapveil-Receipt", "{\"assurance\":\"erased\",\"covered\":1}");
                return body;
            });
            assertEquals("no-snapveil", code(() -> at(server, Duration.ofSeconds(5)).sanitize(new byte[1], null, null, "payments")), body);
            server.stop(0);
        }
    }

    @Test
    @DisplayName("a check tells what would be covered, and nothing of what it says")
    void check() throws IOException {
        var source = Files.readString(SCREENS.resolve("ios-login.xml"));
        var check = snapveil.check(screen("ios-login.png"), SENSITIVE, source);
        var field = check.findings().get(0);
        assertEquals("element XCUIElementTypeSecureTextField (by source) at 48,495,1083,138, rule 0", field.toString());
        assertEquals(List.of(48, 495, 1083, 138), List.of(field.rect().x(), field.rect().y(), field.rect().width(), field.rect().height()));
        assertEquals(List.of("element", "elements", 0), List.of(field.kind(), field.target(), field.rule()));
        assertTrue(field.score().isEmpty() && "source".equals(field.reason()) && field.identifier() == null);
        assertTrue(check.findings().stream().anyMatch(finding -> "cardNumber".equals(finding.identifier())));
        assertEquals(check.findings().size(), check.toString().lines().count());
        assertTrue(source.contains("pa55-Phrase!") && !check.toString().contains("pa55-Phrase!"));

        var boxes = "{\"viewport\":{\"width\":393,\"height\":852},\"boxes\":[]}";
        assertEquals(List.of(), snapveil.check(screen("ios-login.png"), SENSITIVE, boxes).findings());
        var shot = screen("ios-login.png");
        assertEquals("hierarchy-missing", code(() -> snapveil.withPolicy(SENSITIVE).check(shot)));
        assertEquals("nothing-looked-for", code(() -> snapveil.withPolicy("blackout").check(shot)));
        // The server of these tests has no models.
        assertEquals("detector-missing", code(() -> snapveil.check(shot)));
    }

    @Test
    @DisplayName("what was seen in the pixels comes with its score and the models")
    void seen() throws IOException {
        var email = "{\"kind\": \"email\", \"rect\": {\"x\":1,\"y\":2,\"width\":3,\"height\":4}, \"rule\": 5, \"score\": 9.7e-1, \"reason\": \"form\", \"target\":\"text\"}";
        var report = "{\"findings\":[" + email + "," + email + "],\"lookedFor\":[\"text\"],\"models\":[\"PP-OCR\"],\"warnings\":[\"a \\\"word\\\"\"],\"other\":[null,true,{}]}";
        var server = json(report);
        var check = at(server, Duration.ofSeconds(5)).check(new byte[1]);
        assertEquals("email (0.97 by form) at 1,2,3,4, rule 5\nemail (0.97 by form) at 1,2,3,4, rule 5", check.toString());
        assertEquals("form", check.findings().get(0).reason());
        assertEquals(0.97, check.findings().get(0).score().getAsDouble());
        assertEquals(List.of(List.of("text"), List.of("PP-OCR"), List.of("a \"word\"")), List.of(check.lookedFor(), check.models(), check.warnings()));
        server.stop(0);
    }

    @Test
    @DisplayName("what another server says never passes for a picture that shows nothing")
    void noReport() throws IOException {
        var deep = "[".repeat(100_000);
        for (var body : List.of("{}", "[]", "", "{\"findings\":{}}", "{\"findings\":[]", "{\"findings\":[]}}", "{\"findings\":[{}]}",
                "{\"findings\":[1]}", "{\"findings\":[],}", "{\"findings\":[],\"a\":\"\\x\"}", "{\"findings\":[],\"a\":01}", "{\"a\":" + deep)) {
            var server = json(body);
            assertEquals("no-snapveil", code(() -> at(server, Duration.ofSeconds(5)).check(new byte[1])), body);
            server.stop(0);
        }
        var page = server((request, exchange) -> "{\"findings\":[]}");
        assertEquals("no-snapveil", code(() -> at(page, Duration.ofSeconds(5)).check(new byte[1])));
        page.stop(0);
    }

    /** A server that answers a document. */
    private static HttpServer json(String body) throws IOException {
        return server((request, exchange) -> {
            exchange.getResponseHeaders().set("Content-Type", "application/json");
            return body;
        });
    }

    @Test
    @DisplayName("a problem of the server names its place")
    void problem() throws IOException {
        var shot = screen("ios-login.png");
        var policy = "{\"rules\":[{\"target\":{\"region\":{\"x\":9000,\"y\":0,\"width\":1,\"height\":1}},\"style\":{\"veil\":{}}}]}";
        var failure = assertThrows(Snapveil.Failure.class, () -> snapveil.sanitize(shot, policy, null));
        assertEquals(List.of("region-outside", 422, "/rules/0/target/region"), List.of(failure.code(), failure.status(), failure.pointer()));
        assertTrue(failure.getMessage().contains("1179x2556"), failure.getMessage());
        assertEquals("policy-unknown", code(() -> snapveil.withPolicy("unheard-of").sanitize(shot)));
    }

    /** A server of the test's own: what it answers is the number of the request. */
    private interface Answer {
        String to(int request, com.sun.net.httpserver.HttpExchange exchange) throws IOException;
    }

    private static HttpServer server(Answer answer) throws IOException {
        var requests = new AtomicInteger();
        var server = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
        server.createContext("/", exchange -> {
            exchange.getRequestBody().readAllBytes();
            exchange.getResponseHeaders().set("Content-Type", "application/problem+json");
            var body = answer.to(requests.incrementAndGet(), exchange).getBytes(StandardCharsets.UTF_8);
            exchange.sendResponseHeaders(exchange.getResponseHeaders().containsKey("Retry-After") ? 503 : 200, body.length);
            exchange.getResponseBody().write(body);
            exchange.close();
        });
        server.start();
        return server;
    }

    private static Snapveil at(HttpServer server, Duration deadline) {
        return new Snapveil("http://127.0.0.1:" + server.getAddress().getPort(), null, "blackout", deadline);
    }

    private static final String OVERLOADED = "{\"status\":503,\"detail\":\"No \\\"worker\\\" is \\u0066ree.\",\"type\":\"urn:snapveil:problem:overloaded\"}";

    @Test
    @DisplayName("a server that is busy is asked again after the time that it names, within the deadline")
    void busy() throws IOException {
        var times = new ArrayList<Long>();
        var server = server((request, exchange) -> {
            times.add(System.nanoTime());
            if (request < 3) {
                exchange.getResponseHeaders().set("Retry-After", "1");
                return OVERLOADED;
            }
            exchange.getResponseHeaders().set("Content-Type", "image/png");
            exchange.getResponseHeaders().set("Snapveil-Receipt", "{\"assurance\":\"erased\",\"covered\":1}");
            return "a picture";
        });
        assertEquals("a picture", new String(at(server, Duration.ofSeconds(10)).sanitize(new byte[1]).image(), StandardCharsets.UTF_8));
        assertEquals(3, times.size());
        assertTrue(times.get(1) - times.get(0) >= 990_000_000L && times.get(2) - times.get(1) >= 990_000_000L);
        server.stop(0);

        var busier = server((request, exchange) -> {
            exchange.getResponseHeaders().set("Retry-After", "60");
            return OVERLOADED;
        });
        var failure = assertThrows(Snapveil.Failure.class, () -> at(busier, Duration.ofSeconds(2)).sanitize(new byte[1]));
        assertEquals("overloaded: No \"worker\" is free. (overloaded)", failure.code() + ": " + failure.getMessage());
        busier.stop(0);
    }

    @Test
    @DisplayName("no server, one that is none, and one that is slow are told apart")
    void noServer() throws IOException {
        int port;
        try (var socket = new ServerSocket(0)) {
            port = socket.getLocalPort();
        }
        assertEquals("unreachable", code(() -> new Snapveil("http://127.0.0.1:" + port).sanitize(new byte[1])));
        for (var body : List.of("<html>", "{\"type\":\"about:blank\"}", "{\"type\":\"\\u00", "")) {
            var server = server((request, exchange) -> body);
            assertEquals("no-snapveil", code(() -> at(server, Duration.ofSeconds(5)).sanitize(new byte[1])), body);
            server.stop(0);
        }
        var slow = server((request, exchange) -> {
            try {
                Thread.sleep(600);
            } catch (InterruptedException error) {
                throw new IOException(error);
            }
            return "";
        });
        assertEquals("timeout", code(() -> at(slow, Duration.ofMillis(200)).sanitize(new byte[1])));
        slow.stop(0);
    }

    @Test
    @DisplayName("the deadline is for all of a reply, however slowly it comes")
    void trickling() throws IOException {
        var server = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
        server.createContext("/", exchange -> {
            exchange.getRequestBody().readAllBytes();
            exchange.getResponseHeaders().set("Content-Type", "image/png");
            exchange.getResponseHeaders().set("Snapveil-Receipt", "{}");
            exchange.sendResponseHeaders(200, 40);
            try (exchange; var body = exchange.getResponseBody()) {
                for (var at = 0; at < 40; at++) {
                    body.write('X');
                    body.flush();
                    Thread.sleep(100);
                }
            } catch (InterruptedException error) {
                throw new IOException(error);
            }
        });
        server.start();
        var start = System.nanoTime();
        assertEquals("timeout", code(() -> at(server, Duration.ofMillis(500)).sanitize(new byte[1])));
        assertTrue(System.nanoTime() - start < 3_000_000_000L);
        server.stop(0);
    }

    /** What a client says of a reply that goes on as long as it is read, and how many bytes it read until it closed the connection. */
    private static Map.Entry<Snapveil.Failure, Long> endless(String head, byte[] piece) throws Exception {
        try (var socket = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
            var sent = CompletableFuture.supplyAsync(() -> {
                var count = 0L;
                try (var connection = socket.accept()) {
                    var request = new StringBuilder();
                    while (!request.toString().endsWith("--\r\n")) {
                        request.append((char) connection.getInputStream().read());
                    }
                    connection.getOutputStream().write(("HTTP/1.1 " + head + "\r\n\r\n").getBytes(StandardCharsets.US_ASCII));
                    if (piece.length == 0) {
                        // The end of a connection that was closed.
                        return (long) connection.getInputStream().read() + 1;
                    }
                    while (true) {
                        connection.getOutputStream().write(piece);
                        count += piece.length;
                    }
                } catch (IOException closed) {
                    return count;
                }
            });
            var snapveil = new Snapveil("http://127.0.0.1:" + socket.getLocalPort(), null, "blackout", Duration.ofSeconds(20));
            var failure = assertThrows(Snapveil.Failure.class, () -> snapveil.check(new byte[1]));
            return Map.entry(failure, sent.get(5, TimeUnit.SECONDS));
        }
    }

    @Test
    @DisplayName("a reply without an end, or that says that it is too long, is left at the bound")
    void tooLong() throws Exception {
        var bound = 1L << 28;
        var chunk = ("100000\r\n" + "x".repeat(1 << 20) + "\r\n").getBytes(StandardCharsets.US_ASCII);
        for (var reply : Map.of("Transfer-Encoding: chunked", 400, "Connection: close", 307, "Content-Length: " + (bound + 1), 200).entrySet()) {
            var isStated = reply.getKey().startsWith("Content-Length");
            var head = reply.getValue() + " Some\r\nContent-Type: application/json\r\nLocation: http://127.0.0.1:1/\r\n" + reply.getKey();
            var left = endless(head, isStated ? new byte[0] : reply.getKey().endsWith("chunked") ? chunk : new byte[1 << 20]);
            var expected = "The server that answered is not Snapveil: status " + reply.getValue() + ", a reply of more than " + bound + " bytes (no-snapveil)";
            assertEquals(List.of(expected, reply.getValue()), List.of(left.getKey().getMessage(), left.getKey().status()));
            // The rest is what lies in the buffers of the connection.
            assertTrue(isStated ? left.getValue() == 0 : left.getValue() > bound - (1 << 20) && left.getValue() < bound + (1 << 26), head + ": " + left.getValue());
        }
    }

    @Test
    @DisplayName("a key that no header carries is in no error")
    void unusableKey() {
        for (var key : List.of("correct-horse-battery\n", "correct-horse\r\nX-Battery: staple", "correct-horse-\u0142")) {
            var error = assertThrows(IllegalArgumentException.class, () -> new Snapveil("http://127.0.0.1:1", key, null, Duration.ofSeconds(1)).sanitize(new byte[1]));
            assertTrue(!error.getMessage().contains("horse"), error.getMessage());
        }
    }

    @Test
    @DisplayName("a picture goes along no redirect")
    void redirect() throws IOException {
        var sent = new AtomicInteger();
        var other = server((request, exchange) -> "" + sent.incrementAndGet());
        var redirecting = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
        redirecting.createContext("/", exchange -> {
            exchange.getRequestBody().readAllBytes();
            exchange.getResponseHeaders().set("Location", "http://127.0.0.1:" + other.getAddress().getPort() + "/v1/sanitize");
            exchange.sendResponseHeaders(307, -1);
            exchange.close();
        });
        redirecting.start();
        assertEquals("no-snapveil", code(() -> at(redirecting, Duration.ofSeconds(5)).sanitize(new byte[1])));
        assertEquals(0, sent.get());
        redirecting.stop(0);
        other.stop(0);
    }

    private static RemoteWebDriver browser(double scale) {
        return new RemoteWebDriver(System.getenv("CHROMEDRIVER_URL"), "{\"capabilities\":{\"alwaysMatch\":{\"goog:chromeOptions\":{\"args\":["
            + "\"--headless=new\",\"--no-sandbox\",\"--disable-gpu\",\"--window-size=700,500\",\"--force-device-scale-factor=" + scale + "\"]}}}}");
    }

    @Test
    @DisplayName("what a page says of its fields is covered, in frames and shadow trees, scrolled and scaled")
    void page() throws IOException {
        var html = Files.readString(Path.of(System.getenv("PAGE")));
        var selectors = new String[] {"input, textarea, select", "[contenteditable]", ".card, iframe"};
        for (var scale : new double[] {1, 1.5, 3}) {
            try (var driver = browser(scale)) {
                driver.get("data:text/html;base64," + Base64.getEncoder().encodeToString(html.getBytes(StandardCharsets.UTF_8)));
                for (var y : List.of(0, 111.5)) {
                    driver.executeScript("scrollTo(0, " + y + "); return ''");
                    var raw = driver.getScreenshotAs(OutputType.BYTES);
                    var safe = snapveil.page(() -> driver.getScreenshotAs(OutputType.BYTES), driver::executeScript, selectors);
                    assertTrue(count(raw, SECRET) > 0);
                    assertEquals(0, count(safe, SECRET), scale + " at " + y);
                    assertTrue(count(safe, OPEN) >= 0.9 * count(raw, OPEN));
                    assertEquals(picture(raw).getWidth(), picture(safe).getWidth());
                }
                var fields = snapveil.page(() -> driver.getScreenshotAs(OutputType.BYTES), driver::executeScript);
                assertTrue(count(fields, SECRET) < count(driver.getScreenshotAs(OutputType.BYTES), SECRET));
            }
        }
    }

    @Test
    @DisplayName("a screen that changed is pictured again, until it rests")
    void still() throws IOException {
        var shot = screen("ios-login.png");
        var source = Files.readString(SCREENS.resolve("ios-login.xml"));
        var sources = new ArrayList<>(List.of("<hierarchy/>", source, source));
        var taken = new AtomicInteger();
        var safe = snapveil.withPolicy(SENSITIVE).app(() -> {
            taken.incrementAndGet();
            return shot;
        }, () -> sources.remove(0));
        assertEquals(2, taken.get());
        assertArrayEquals(snapveil.sanitize(shot, SENSITIVE, source).image(), safe);
        var looks = new AtomicInteger();
        assertEquals("page-moved", code(() -> snapveil.app(() -> shot, () -> "" + looks.incrementAndGet())));
        assertFalse(java.util.Arrays.equals(shot, safe));
    }
}
