import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.net.http.HttpTimeoutException;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.Map;
import java.util.TreeMap;
import java.util.UUID;
import java.util.function.Function;
import java.util.function.Supplier;

/**
 * A client of Snapveil, which makes screenshots safe to keep. Java 11 or newer; one file without dependencies, to be copied
 * into a package of yours.
 *
 * <pre>{@code
 * var snapveil = new Snapveil("http://127.0.0.1:8080");
 * byte[] safe = snapveil.page(() -> driver.getScreenshotAs(OutputType.BYTES), driver::executeScript);
 * }</pre>
 *
 * <p>It can be used by several threads at a time. Whatever fails is a {@link Failure}, and then there is no picture.
 */
public final class Snapveil {
    /** What is covered of a page where nobody says more: whatever a person types into or picks from. */
    public static final String FIELDS =
        "input:not([type=hidden]):not([type=button]):not([type=submit]):not([type=reset]):not([type=image]), "
        + "textarea, select, [contenteditable]:not([contenteditable=false]), [role=textbox], [role=searchbox], "
        + "[role=combobox], [role=spinbutton], [role=listbox]";

    /** Covers every box of a page. A page without any is a page on which there is nothing to cover. */
    private static final String COVER_BOXES = "{\"rules\":[{\"target\":{\"element\":\"//*\"},\"style\":{\"veil\":{}},\"atLeast\":0}]}";

    /** Runs in a page: what it says of itself. The kit for JavaScript has the same function, with its comments. */
    private static final String LOOK = String.join("\n",
        "function look(selector) {",
        "const boxes = [];",
        "const inputs = { search: \"searchbox\", number: \"spinbutton\", checkbox: \"checkbox\", radio: \"radio\", range: \"slider\" };",
        "const roles = { input: \"textbox\", textarea: \"textbox\", select: \"combobox\" };",
        "function add(element, x, y, role) {",
        "const { left, top, width, height } = element.getBoundingClientRect();",
        "if (!(width > 0 && height > 0)) return;",
        "const names = [\"id\", \"name\", \"type\", \"autocomplete\", \"aria-label\", \"placeholder\", \"title\", \"data-testid\"];",
        "const said = names.filter((name) => element.getAttribute(name)).map((name) => `[${name}=\"${element.getAttribute(name)}\"]`);",
        "const label = element.labels && element.labels[0] ? ` ${element.labels[0].textContent.trim().slice(0, 100)}` : \"\";",
        "boxes.push({",
        "locator: element.localName + said.join(\"\") + label,",
        "role: role || element.getAttribute(\"role\") || inputs[element.type] || roles[element.localName]",
        "|| (element.isContentEditable ? \"textbox\" : null),",
        "boundingBox: { x: x + left, y: y + top, width, height },",
        "});",
        "}",
        "function walk(root, x, y) {",
        "for (const element of root.querySelectorAll(\"*\")) {",
        "if (selector && element.matches(selector)) add(element, x, y);",
        "if (element.shadowRoot) walk(element.shadowRoot, x, y);",
        "if (!selector || ![\"iframe\", \"frame\", \"object\", \"embed\", \"fencedframe\"].includes(element.localName)) continue;",
        "const { left, top, width, height } = element.getBoundingClientRect();",
        "const inner = element.contentDocument;",
        "const isPlain = Math.abs(width - element.offsetWidth) < 1 && Math.abs(height - element.offsetHeight) < 1;",
        "const { paddingLeft, paddingTop } = getComputedStyle(element);",
        "const [innerX, innerY] = [element.clientLeft + parseFloat(paddingLeft), element.clientTop + parseFloat(paddingTop)];",
        "if (!inner || !isPlain) add(element, x, y, \"textbox\");",
        "else walk(inner, x + left + innerX, y + top + innerY);",
        "}",
        "}",
        "walk(document, 0, 0);",
        "const view = visualViewport, root = document.documentElement, body = document.body || root;",
        "const size = (name) => Math.max(...[\"scroll\", \"offset\", \"client\"].flatMap((kind) => [root[kind + name], body[kind + name]]));",
        "const [width, height] = view.scale === 1 ? [innerWidth, innerHeight] : [view.width, view.height];",
        "return {",
        "viewport: { width, height, scale: devicePixelRatio * view.scale },",
        "ratio: devicePixelRatio,",
        "scroll: { x: scrollX, y: scrollY },",
        "page: { width: size(\"Width\"), height: size(\"Height\") },",
        "isPanned: Math.hypot(view.offsetLeft, view.offsetTop) > 0.5,",
        "boxes,",
        "};",
        "}");

    /** How often a screen is pictured that changes meanwhile. */
    private static final int TRIES = 3;

    private final HttpClient http = HttpClient.newBuilder().version(HttpClient.Version.HTTP_1_1).build();
    private final URI url;
    private final String key;
    private final String policy;
    private final Duration deadline;

    /** The server at a URL, with the key in the environment variable {@code SNAPVEIL_KEY}, if there is one. */
    public Snapveil(String url) {
        this(url, System.getenv("SNAPVEIL_KEY"), null, Duration.ofSeconds(30));
    }

    /**
     * A server.
     *
     * @param url where it is
     * @param key one of its keys, or null
     * @param policy a policy in JSON, or the name of one of the server's; null covers the boxes of a page
     * @param deadline how long a call may take with all of its tries
     */
    public Snapveil(String url, String key, String policy, Duration deadline) {
        this.url = URI.create(url.replaceAll("/+$", "") + "/v1/sanitize");
        this.key = key;
        this.policy = policy;
        this.deadline = deadline;
    }

    /** The same server with another policy: one in JSON, or the name of one of the server's. */
    public Snapveil withPolicy(String policy) {
        return new Snapveil(url.toString().replaceAll("/v1/sanitize$", ""), key, policy, deadline);
    }

    /**
     * Pictures what a browser shows: the fields of the page are covered, or what else the policy names.
     *
     * @param screenshot takes the picture: {@code () -> driver.getScreenshotAs(OutputType.BYTES)}
     * @param script runs a script in the page: {@code driver::executeScript}
     * @param selectors of what to cover in CSS; by default {@link #FIELDS}
     * @return a PNG
     */
    public byte[] page(Supplier<byte[]> screenshot, Function<String, Object> script, String... selectors) {
        var selector = selectors.length == 0 ? FIELDS : String.join(", ", selectors);
        var look = "const { ratio, isPanned, ...facts } = (" + LOOK + ")(" + quoted(selector) + "); "
            + "return isPanned ? null : JSON.stringify(facts);";
        return still(screenshot, () -> unpanned(script.apply(look)), policy == null ? COVER_BOXES : policy);
    }

    private static String unpanned(Object facts) {
        if (facts == null) {
            throw new Failure("page-panned", "A page that is zoomed in and moved does not tell what its picture shows: zoom out");
        }
        return (String) facts;
    }

    /**
     * Pictures the screen of an app, with the page source of the same moment.
     *
     * @param screenshot takes the picture: {@code () -> driver.getScreenshotAs(OutputType.BYTES)}
     * @param pageSource {@code driver::getPageSource}
     * @return a PNG
     */
    public byte[] app(Supplier<byte[]> screenshot, Supplier<String> pageSource) {
        return still(screenshot, pageSource, policy);
    }

    /** A picture between two looks that agree, so that what moves is not covered where it no longer is. */
    private byte[] still(Supplier<byte[]> screenshot, Supplier<String> look, String policy) {
        var before = look.get();
        for (var tries = TRIES; tries > 0; tries--) {
            var image = screenshot.get();
            var after = look.get();
            if (before.equals(after)) {
                return sanitize(image, policy, after).image();
            }
            before = after;
        }
        throw new Failure("page-moved", "The screen changed while its picture was taken; wait until it is at rest");
    }

    /** Sanitises a PNG or JPEG by the policy of this client. */
    public Result sanitize(byte[] image) {
        return sanitize(image, policy, null);
    }

    /**
     * Sanitises a PNG or JPEG.
     *
     * @param image the bytes of the file
     * @param policy a policy in JSON, or the name of one of the server's; null is the server's default
     * @param hierarchy the page source, or null
     * @throws Failure if there is no sanitised picture
     */
    public Result sanitize(byte[] image, String policy, String hierarchy) {
        var form = new Form().with("image", image).with("policy", policy).with("hierarchy", hierarchy);
        var body = HttpRequest.BodyPublishers.ofByteArray(form.end());
        var end = System.nanoTime() + deadline.toNanos();
        while (true) {
            var left = Duration.ofNanos(Math.max(end - System.nanoTime(), 1_000_000));
            var request = HttpRequest.newBuilder(url).timeout(left)
                .header("Content-Type", form.type()).header("Accept", "image/png, image/jpeg")
                .POST(body);
            if (key != null && !key.isEmpty()) {
                request.header("Authorization", "Bearer " + key);
            }
            var response = send(request.build());
            var wait = response.headers().firstValue("Retry-After").filter(field -> response.statusCode() == 503).map(Snapveil::seconds);
            if (wait.isEmpty() || System.nanoTime() + wait.get().toNanos() >= end) {
                return read(response);
            }
            pause(wait.get());
        }
    }

    private HttpResponse<byte[]> send(HttpRequest request) {
        try {
            return http.send(request, HttpResponse.BodyHandlers.ofByteArray());
        } catch (HttpTimeoutException error) {
            throw new Failure("timeout", "No reply within " + deadline + " from " + url);
        } catch (IOException error) {
            var reason = error.getMessage() == null ? error.toString() : error.getMessage();
            throw new Failure("unreachable", "No Snapveil server answers at " + url + ": " + reason + ". Start one");
        } catch (InterruptedException error) {
            Thread.currentThread().interrupt();
            throw new Failure("interrupted", "The thread was interrupted");
        }
    }

    private static void pause(Duration wait) {
        try {
            Thread.sleep(wait.toMillis());
        } catch (InterruptedException error) {
            Thread.currentThread().interrupt();
            throw new Failure("interrupted", "The thread was interrupted");
        }
    }

    /** Seconds of a field; null if it has none. */
    private static Duration seconds(String text) {
        return text.matches("\\d{1,9}") ? Duration.ofSeconds(Long.parseLong(text)) : null;
    }

    private static Result read(HttpResponse<byte[]> response) {
        var type = response.headers().firstValue("Content-Type").orElse("no type");
        var receipt = response.headers().firstValue("Snapveil-Receipt");
        if (response.statusCode() == 200 && type.startsWith("image/") && receipt.isPresent()) {
            return new Result(response.body(), type, receipt.get());
        }
        var text = type.startsWith("application/problem+json") ? new String(response.body(), StandardCharsets.UTF_8) : "";
        var members = strings(text);
        var kind = members.getOrDefault("type", "");
        if (!kind.startsWith(Failure.PREFIX)) {
            throw new Failure("no-snapveil", "What answers is no Snapveil server: status " + response.statusCode() + ", " + type);
        }
        throw new Failure(kind.substring(Failure.PREFIX.length()), response.statusCode(), members);
    }

    /** A sanitised picture. */
    public static final class Result {
        private final byte[] image;
        private final String type;
        private final String receipt;

        private Result(byte[] image, String type, String receipt) {
            this.image = image;
            this.type = type;
            this.receipt = receipt;
        }

        /** The bytes of the file. */
        public byte[] image() {
            return image.clone();
        }

        /** {@code image/png} or {@code image/jpeg}. */
        public String type() {
            return type;
        }

        /** The receipt in brief, as JSON: {@code {"assurance":"erased","covered":4}}. */
        public String receipt() {
            return receipt;
        }

        /** What the covers are worth: {@code erased}, {@code obscured}, or {@code untouched} if nothing was covered. */
        public String assurance() {
            return strings(receipt).get("assurance");
        }
    }

    /** Why there is no sanitised picture. It never holds a pixel. */
    public static final class Failure extends RuntimeException {
        private static final long serialVersionUID = 1L;
        private static final String PREFIX = "urn:snapveil:problem:";
        private final String code;
        private final int status;
        private final String pointer;

        private Failure(String code, String detail) {
            this(code, 0, Map.of("detail", detail));
        }

        private Failure(String code, int status, Map<String, String> members) {
            super(members.get("detail") + " (" + code + ")");
            this.code = code;
            this.status = status;
            this.pointer = members.get("pointer");
        }

        /** The code of a problem of the server, such as {@code region-outside}, or one of the kit, such as {@code unreachable}. */
        public String code() {
            return code;
        }

        /** The status of the reply; 0 if there was none. */
        public int status() {
            return status;
        }

        /** The place in the policy, as a JSON Pointer; null if it is not about a place. */
        public String pointer() {
            return pointer;
        }
    }

    /** A form, which no part can end early: its boundary is random. */
    private static final class Form {
        private final String boundary = UUID.randomUUID().toString();
        private final ByteArrayOutputStream body = new ByteArrayOutputStream();

        String type() {
            return "multipart/form-data; boundary=" + boundary;
        }

        Form with(String name, String text) {
            return text == null ? this : with(name, text.getBytes(StandardCharsets.UTF_8));
        }

        Form with(String name, byte[] content) {
            line("--" + boundary);
            line("Content-Disposition: form-data; name=\"" + name + "\"");
            line("");
            body.writeBytes(content);
            line("");
            return this;
        }

        byte[] end() {
            line("--" + boundary + "--");
            return body.toByteArray();
        }

        private void line(String text) {
            body.writeBytes((text + "\r\n").getBytes(StandardCharsets.US_ASCII));
        }
    }

    /** A text as JavaScript has it. */
    private static String quoted(String text) {
        var quoted = new StringBuilder("\"");
        for (var character : text.toCharArray()) {
            quoted.append(String.format("\\u%04x", (int) character));
        }
        return quoted.append('"').toString();
    }

    /** The members of a JSON object that are strings; those of objects in it are passed over. */
    private static Map<String, String> strings(String json) {
        var members = new TreeMap<String, String>();
        String last = null;
        String name = null;
        var depth = 0;
        for (var at = 0; at < json.length(); at++) {
            var character = json.charAt(at);
            if (character == '"') {
                var text = new StringBuilder();
                for (at++; at < json.length() && json.charAt(at) != '"'; at++) {
                    if (json.charAt(at) != '\\' || at + 1 == json.length()) {
                        text.append(json.charAt(at));
                    } else if (json.charAt(++at) == 'u' && json.substring(at + 1).matches("(?s)[0-9a-fA-F]{4}.*")) {
                        text.append((char) Integer.parseInt(json.substring(at + 1, at + 5), 16));
                        at += 4;
                    } else {
                        var escape = "nrtbf".indexOf(json.charAt(at));
                        text.append(escape < 0 ? json.charAt(at) : "\n\r\t\b\f".charAt(escape));
                    }
                }
                last = text.toString();
                if (depth == 1 && name != null) {
                    members.put(name, last);
                }
            } else if (character == ':') {
                name = last;
            } else if (character == ',') {
                name = null;
            } else if (character == '{' || character == '[') {
                depth++;
            } else if (character == '}' || character == ']') {
                depth--;
                name = null;
            }
        }
        return members;
    }
}
