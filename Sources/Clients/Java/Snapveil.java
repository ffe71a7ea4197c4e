import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.net.URI;
import java.net.URLEncoder;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.net.http.HttpTimeoutException;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Base64;
import java.util.List;
import java.util.Map;
import java.util.OptionalDouble;
import java.util.TreeMap;
import java.util.UUID;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.Flow;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.function.Function;
import java.util.function.Supplier;
import java.util.regex.Pattern;
import java.util.stream.Collectors;

/**
 * A client of Snapveil, which makes screenshots safe to keep, and tells what they show. Java 11 or newer; one file without dependencies, to be copied
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
        "const own = [\"input\", \"textarea\", \"select\"];",
        "function place(element, role) {",
        "const rects = [element.getBoundingClientRect()];",
        "if (!role && !own.includes(element.localName) && getComputedStyle(element).overflow === \"visible\") {",
        "const range = element.ownerDocument.createRange();",
        "range.selectNodeContents(element);",
        "rects.push(range.getBoundingClientRect());",
        "}",
        "const shown = rects.filter(({ width, height }) => width > 0 && height > 0);",
        "const edge = (name, choose) => choose(...shown.map((rect) => rect[name]));",
        "const [left, top] = [edge(\"left\", Math.min), edge(\"top\", Math.min)];",
        "return { left, top, width: edge(\"right\", Math.max) - left, height: edge(\"bottom\", Math.max) - top };",
        "}",
        "function add(element, x, y, role) {",
        "const { left, top, width, height } = place(element, role);",
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
        "function isUpright(element) {",
        "for (let at = element; at; at = at.assignedSlot || at.parentElement || at.getRootNode().host) {",
        "const { transform, rotate, scale, offsetPath, perspective } = getComputedStyle(at);",
        "const { a, b, c, d, is2D } = new DOMMatrix(transform);",
        "const isSet = [rotate, offsetPath, perspective].some((value) => value && value !== \"none\");",
        "if (!is2D || a <= 0 || d <= 0 || Math.abs(b) + Math.abs(c) > 0.001 || isSet || /-|(\\S+\\s+){2}/.test(scale)) return false;",
        "}",
        "return true;",
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
        "if (!inner || !isPlain || !isUpright(element)) add(element, x, y, \"textbox\");",
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

    /** The longest reply in bytes: a server has no more for all of its replies together, unless its operator says so. */
    private static final int LONGEST_REPLY = 1 << 28;

    private final HttpClient http = HttpClient.newBuilder().version(HttpClient.Version.HTTP_1_1).build();
    private final String url;
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
        if (key != null && !key.matches("[ -~]*")) {
            // What HttpRequest says of such a header has the key in it, and would be in reports.
            throw new IllegalArgumentException("The key has a character that no header carries, such as the end of a line");
        }
        this.url = URI.create(url.replaceAll("/+$", "")).toString();
        this.key = key;
        this.policy = policy;
        this.deadline = deadline;
    }

    /** The same server with another policy: one in JSON, or the name of one of the server's. */
    public Snapveil withPolicy(String policy) {
        return new Snapveil(url, key, policy, deadline);
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
            throw new Failure("page-panned", "The page is zoomed in and moved, so the part in the screenshot is unknown: zoom out");
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
        throw new Failure("page-moved", "The screen changed during the screenshot: wait until it is at rest");
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
        var response = post("/v1/sanitize", image, policy, hierarchy, "image/png, image/jpeg");
        var type = type(response);
        var receipt = response.headers().firstValue("Snapveil-Receipt");
        if (response.statusCode() == 200 && type.startsWith("image/") && receipt.isPresent()) {
            return new Result(response.body(), type, receipt.get(), null);
        }
        throw failure(response);
    }

    /**
     * Sanitises a PNG or JPEG, and has the server encrypt what was covered.
     *
     * @param image the bytes of the file
     * @param policy a policy in JSON, or the name of one of the server's; null is the server's default
     * @param hierarchy the page source, or null
     * @param seal the name of a group of the server's recipients, who can open {@link Result#sealed}; null seals nothing
     * @throws Failure if there is no sanitised picture
     */
    public Result sanitize(byte[] image, String policy, String hierarchy, String seal) {
        if (seal == null) {
            return sanitize(image, policy, hierarchy);
        }
        var path = "/v1/sanitize?seal=" + URLEncoder.encode(seal, StandardCharsets.UTF_8);
        var response = post(path, image, policy, hierarchy, "application/json");
        var receipt = response.headers().firstValue("Snapveil-Receipt");
        try {
            if (response.statusCode() == 200 && type(response).startsWith("application/json") && receipt.isPresent()) {
                var reply = Json.read(text(response));
                var picture = reply.object("image");
                var sealed = reply.has("sealed") ? reply.object("sealed").bytes("data") : null;
                return new Result(picture.bytes("data"), picture.text("type"), receipt.get(), sealed);
            }
        } catch (Json.Malformed error) {
            // What another server says must not pass for a picture.
        }
        throw failure(response);
    }

    /** Finds what a PNG or JPEG shows that is sensitive: what the rules of this client's policy look for. */
    public Check check(byte[] image) {
        return check(image, policy, null);
    }

    /**
     * Finds what a PNG or JPEG shows that is sensitive: where it is and of what kind, never what it says.
     *
     * @param image the bytes of the file
     * @param policy whose rules say what counts, in JSON, or the name of one of the server's; null is all sensitive text, faces
     *     and codes, and the sensitive elements of the page source
     * @param hierarchy the page source, or null
     * @throws Failure if it cannot be told
     */
    public Check check(byte[] image, String policy, String hierarchy) {
        var response = post("/v1/check", image, policy, hierarchy, "application/json");
        try {
            if (response.statusCode() == 200 && type(response).startsWith("application/json")) {
                return new Check(Json.read(text(response)));
            }
        } catch (Json.Malformed error) {
            // What another server says must not pass for a picture that shows nothing.
        }
        throw failure(response);
    }

    /** The reply to a picture with what belongs to it; to one of a server that is busy only if no time is left. */
    private HttpResponse<byte[]> post(String path, byte[] image, String policy, String hierarchy, String accept) {
        var form = new Form().with("image", image).with("policy", policy).with("hierarchy", hierarchy);
        var body = HttpRequest.BodyPublishers.ofByteArray(form.end());
        var end = System.nanoTime() + deadline.toNanos();
        while (true) {
            var left = Duration.ofNanos(Math.max(end - System.nanoTime(), 1_000_000));
            var request = HttpRequest.newBuilder(URI.create(url + path)).timeout(left)
                .header("Content-Type", form.type()).header("Accept", accept)
                .POST(body);
            if (key != null && !key.isEmpty()) {
                request.header("Authorization", "Bearer " + key);
            }
            var response = send(request.build(), left);
            var wait = response.headers().firstValue("Retry-After").filter(field -> response.statusCode() == 503).map(Snapveil::seconds);
            if (wait.isEmpty() || System.nanoTime() + wait.get().toNanos() >= end) {
                return response;
            }
            pause(wait.get());
        }
    }

    private HttpResponse<byte[]> send(HttpRequest request, Duration left) {
        // The timeout of the request itself ends with the head of the reply.
        var reply = http.sendAsync(request, Body::new);
        try {
            return reply.get(left.toNanos(), TimeUnit.NANOSECONDS);
        } catch (TimeoutException error) {
            throw late();
        } catch (ExecutionException error) {
            var cause = error.getCause();
            if (cause instanceof HttpTimeoutException) {
                throw late();
            }
            if (cause instanceof Body.TooLong) {
                throw none(((Body.TooLong) cause).status, "a reply of more than " + LONGEST_REPLY + " bytes");
            }
            var reason = cause.getMessage() == null ? cause.toString() : cause.getMessage();
            throw new Failure("unreachable", "No Snapveil server answers at " + url + ": " + reason + ". Start one");
        } catch (InterruptedException error) {
            Thread.currentThread().interrupt();
            throw new Failure("interrupted", "The thread was interrupted");
        } finally {
            reply.cancel(true);
        }
    }

    private Failure late() {
        return new Failure("timeout", "No reply within " + deadline + " from " + url);
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

    private static String type(HttpResponse<byte[]> response) {
        return response.headers().firstValue("Content-Type").orElse("no type");
    }

    private static String text(HttpResponse<byte[]> response) {
        return new String(response.body(), StandardCharsets.UTF_8);
    }

    /** Why a reply does not bring what was asked for. */
    private static Failure failure(HttpResponse<byte[]> response) {
        var type = type(response);
        if (type.startsWith("application/problem+json")) {
            try {
                var members = Json.read(text(response));
                var kind = members.text("type");
                if (kind != null && kind.startsWith(Failure.PREFIX)) {
                    return new Failure(kind.substring(Failure.PREFIX.length()), response.statusCode(), members.text("detail"), members.text("pointer"));
                }
            } catch (Json.Malformed error) {
                // It is none of a server of ours.
            }
        }
        return none(response.statusCode(), type);
    }

    private static Failure none(int status, String reply) {
        return new Failure("no-snapveil", status, "The server that answered is not Snapveil: status " + status + ", " + reply, null);
    }

    /** A sanitised picture. */
    public static final class Result {
        private final byte[] image;
        private final String type;
        private final String receipt;
        private final byte[] sealed;

        private Result(byte[] image, String type, String receipt, byte[] sealed) {
            this.image = image;
            this.type = type;
            this.receipt = receipt;
            this.sealed = sealed;
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

        /** A file of age with what was covered, encrypted to the recipients of the group; null if nothing was sealed. */
        public byte[] sealed() {
            return sealed == null ? null : sealed.clone();
        }

        /** What the covers are worth: {@code erased}, {@code obscured}, or {@code untouched} if nothing was covered. */
        public String assurance() {
            try {
                return Json.read(receipt).text("assurance");
            } catch (Json.Malformed error) {
                return null;
            }
        }
    }

    /** What a picture shows of what the rules of a policy look for. */
    public static final class Check {
        private final List<Finding> findings;
        private final List<String> lookedFor;
        private final List<String> models;
        private final List<String> warnings;

        private Check(Json members) throws Json.Malformed {
            var found = new ArrayList<Finding>();
            for (var finding : members.objects("findings")) {
                found.add(new Finding(finding));
            }
            findings = List.copyOf(found);
            lookedFor = members.texts("lookedFor");
            models = members.texts("models");
            warnings = members.texts("warnings");
        }

        /** What was found, by rule. That there is nothing says that nothing was found, and not that nothing is there. */
        public List<Finding> findings() {
            return findings;
        }

        /** What was looked for in the pixels: {@code codes}, {@code faces}, {@code text}. */
        public List<String> lookedFor() {
            return lookedFor;
        }

        /** What it was looked for with. */
        public List<String> models() {
            return models;
        }

        /** What you have to know before you rely on the check, as sentences. */
        public List<String> warnings() {
            return warnings;
        }

        /** A line for each finding. */
        @Override
        public String toString() {
            return findings.stream().map(Finding::toString).collect(Collectors.joining("\n"));
        }
    }

    /** Something that a rule would have covered: where it is and what it is, never what it says. */
    public static final class Finding {
        private final int rule;
        private final String target;
        private final String kind;
        private final OptionalDouble score;
        private final String reason;
        private final Rect rect;
        private final String type;
        private final String identifier;

        private Finding(Json members) throws Json.Malformed {
            rule = members.integer("rule");
            target = members.text("target");
            kind = members.text("kind");
            score = members.number("score");
            reason = members.text("reason");
            rect = new Rect(members.object("rect"));
            var element = members.has("matched") ? members.object("matched") : null;
            type = element == null ? null : element.text("type");
            identifier = element == null ? null : element.text("identifier");
        }

        /** The index of the rule in the policy, from 0. */
        public int rule() {
            return rule;
        }

        /** The word for the rule's target, such as {@code text} or {@code elements}. */
        public String target() {
            return target;
        }

        /** A kind of sensitive text or of a code, else {@code text}, {@code face} or {@code element}. */
        public String kind() {
            return kind;
        }

        /** How sure it is that it is there, 0 to 1; empty if that is not known. */
        public OptionalDouble score() {
            return score;
        }

        /**
         * The evidence: {@code caption}, {@code checksum}, {@code form}, {@code lexicon} or {@code surroundings} for a kind of
         * sensitive text, else {@code look}, {@code pattern}, {@code selector} or {@code source}.
         */
        public String reason() {
            return reason;
        }

        /** Where it is in the picture. */
        public Rect rect() {
            return rect;
        }

        /** What kind of element it is, in the words of the tool that wrote the page source; null if it was seen in the pixels. */
        public String type() {
            return type;
        }

        /** What the element is called in code; null if it has no name, or if it was seen in the pixels. */
        public String identifier() {
            return identifier;
        }

        /** What it is and where, in the words of {@code snapveil check}. */
        @Override
        public String toString() {
            return kind + (type == null ? "" : " " + type) + (identifier == null ? "" : " \"" + identifier + "\"")
                + " (" + (score.isPresent() ? score.getAsDouble() + " " : "") + "by " + reason + ") at " + rect + ", rule " + rule;
        }
    }

    /** A rectangle in pixels of the picture, from its top left corner. */
    public static final class Rect {
        private final int x;
        private final int y;
        private final int width;
        private final int height;

        private Rect(Json members) throws Json.Malformed {
            x = members.integer("x");
            y = members.integer("y");
            width = members.integer("width");
            height = members.integer("height");
        }

        /** The first column. */
        public int x() {
            return x;
        }

        /** The first row. */
        public int y() {
            return y;
        }

        /** The number of columns. */
        public int width() {
            return width;
        }

        /** The number of rows. */
        public int height() {
            return height;
        }

        /** {@code x,y,width,height}. */
        @Override
        public String toString() {
            return x + "," + y + "," + width + "," + height;
        }
    }

    /** Why there is no sanitised picture, or no check. It never holds a pixel. */
    public static final class Failure extends RuntimeException {
        private static final long serialVersionUID = 1L;
        private static final String PREFIX = "urn:snapveil:problem:";
        private final String code;
        private final int status;
        private final String pointer;

        private Failure(String code, String detail) {
            this(code, 0, detail, null);
        }

        private Failure(String code, int status, String detail, String pointer) {
            super(detail + " (" + code + ")");
            this.code = code;
            this.status = status;
            this.pointer = pointer;
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

    /** Takes the bytes of a reply, until there are more than one may have. */
    private static final class Body implements HttpResponse.BodySubscriber<byte[]> {
        private final CompletableFuture<byte[]> whole = new CompletableFuture<>();
        /** A copy, because a chunk of one byte would keep a buffer. */
        private final ByteArrayOutputStream bytes = new ByteArrayOutputStream();
        private final int status;
        private final long stated;
        private Flow.Subscription subscription;

        Body(HttpResponse.ResponseInfo head) {
            status = head.statusCode();
            stated = head.headers().firstValueAsLong("Content-Length").orElse(0);
        }

        @Override
        public CompletionStage<byte[]> getBody() {
            return whole;
        }

        @Override
        public void onSubscribe(Flow.Subscription subscription) {
            this.subscription = subscription;
            if (stated > LONGEST_REPLY) {
                leave();
            } else {
                subscription.request(Long.MAX_VALUE);
            }
        }

        @Override
        public void onNext(List<ByteBuffer> pieces) {
            if (whole.isDone()) {
                return;
            }
            for (var piece : pieces) {
                if (piece.remaining() > LONGEST_REPLY - bytes.size()) {
                    leave();
                    return;
                }
                var copy = new byte[piece.remaining()];
                piece.get(copy);
                bytes.writeBytes(copy);
            }
        }

        private void leave() {
            bytes.reset();
            whole.completeExceptionally(new TooLong(status));
            subscription.cancel();
        }

        @Override
        public void onError(Throwable error) {
            whole.completeExceptionally(error);
        }

        @Override
        public void onComplete() {
            whole.complete(bytes.toByteArray());
        }

        /** The reply has more bytes than one of Snapveil. */
        private static final class TooLong extends IOException {
            private static final long serialVersionUID = 1L;
            private final int status;

            TooLong(int status) {
                this.status = status;
            }
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

    /** An object of JSON (RFC 8259). */
    private static final class Json {
        private final Map<?, ?> members;

        private Json(Object value) throws Malformed {
            if (!(value instanceof Map)) {
                throw new Malformed();
            }
            members = (Map<?, ?>) value;
        }

        /** Reads a document that is an object. */
        static Json read(String text) throws Malformed {
            return new Json(new Reader(text).document());
        }

        boolean has(String name) {
            return members.get(name) != null;
        }

        /** A text; null if there is none. */
        String text(String name) {
            var value = members.get(name);
            return value instanceof String ? (String) value : null;
        }

        /** The bytes of a text in base64. */
        byte[] bytes(String name) throws Malformed {
            var text = text(name);
            if (text == null) {
                throw new Malformed();
            }
            try {
                return Base64.getDecoder().decode(text);
            } catch (IllegalArgumentException error) {
                throw new Malformed();
            }
        }

        OptionalDouble number(String name) {
            var value = members.get(name);
            return value instanceof Double ? OptionalDouble.of((Double) value) : OptionalDouble.empty();
        }

        int integer(String name) throws Malformed {
            return (int) number(name).orElseThrow(Malformed::new);
        }

        Json object(String name) throws Malformed {
            return new Json(members.get(name));
        }

        List<Json> objects(String name) throws Malformed {
            var objects = new ArrayList<Json>();
            if (!(members.get(name) instanceof List)) {
                throw new Malformed();
            }
            for (var value : (List<?>) members.get(name)) {
                objects.add(new Json(value));
            }
            return objects;
        }

        /** The texts of an array; none if there is no array. */
        List<String> texts(String name) {
            var values = members.get(name) instanceof List ? (List<?>) members.get(name) : List.of();
            return values.stream().filter(String.class::isInstance).map(String.class::cast).collect(Collectors.toUnmodifiableList());
        }

        /** It is no JSON, or not what was expected. */
        static final class Malformed extends Exception {
            private static final long serialVersionUID = 1L;
        }

        /** Goes through a text once. */
        private static final class Reader {
            private static final Pattern WORD = Pattern.compile("true|false|null|-?(?:0|[1-9]\\d*)(?:\\.\\d+)?(?:[eE][+-]?\\d+)?");
            private static final Pattern UNICODE = Pattern.compile("[0-9a-fA-F]{4}");
            /** More than replies have; what is deeper is not gone into. */
            private static final int LEVELS = 16;

            private final String text;
            private int at;

            Reader(String text) {
                this.text = text;
            }

            Object document() throws Malformed {
                var value = value(LEVELS);
                skip();
                if (at < text.length()) {
                    throw new Malformed();
                }
                return value;
            }

            private Object value(int levels) throws Malformed {
                if (levels == 0) {
                    throw new Malformed();
                }
                if (take('{')) {
                    return members(levels - 1);
                }
                if (take('[')) {
                    return items(levels - 1);
                }
                return take('"') ? string() : word();
            }

            private Map<String, Object> members(int levels) throws Malformed {
                var members = new TreeMap<String, Object>();
                if (take('}')) {
                    return members;
                }
                do {
                    need('"');
                    var name = string();
                    need(':');
                    members.put(name, value(levels));
                } while (take(','));
                need('}');
                return members;
            }

            private List<Object> items(int levels) throws Malformed {
                var items = new ArrayList<Object>();
                if (take(']')) {
                    return items;
                }
                do {
                    items.add(value(levels));
                } while (take(','));
                need(']');
                return items;
            }

            /** The rest of a string whose first quote is taken. */
            private String string() throws Malformed {
                var string = new StringBuilder();
                for (var character = next(); character != '"'; character = next()) {
                    string.append(character == '\\' ? escaped(next()) : character);
                }
                return string.toString();
            }

            private char escaped(char kind) throws Malformed {
                if (kind == 'u') {
                    return (char) Integer.parseInt(matched(UNICODE), 16);
                }
                var index = "\"\\/bfnrt".indexOf(kind);
                if (index < 0) {
                    throw new Malformed();
                }
                return "\"\\/\b\f\n\r\t".charAt(index);
            }

            /** A number, or one of the three literal names. */
            private Object word() throws Malformed {
                var word = matched(WORD);
                if (word.equals("null")) {
                    return null;
                }
                return Character.isLetter(word.charAt(0)) ? (Object) Boolean.valueOf(word) : (Object) Double.valueOf(word);
            }

            private String matched(Pattern pattern) throws Malformed {
                var matcher = pattern.matcher(text).region(at, text.length());
                if (!matcher.lookingAt()) {
                    throw new Malformed();
                }
                at = matcher.end();
                return matcher.group();
            }

            private char next() throws Malformed {
                if (at == text.length()) {
                    throw new Malformed();
                }
                return text.charAt(at++);
            }

            private boolean take(char character) {
                skip();
                if (at == text.length() || text.charAt(at) != character) {
                    return false;
                }
                at++;
                return true;
            }

            private void need(char character) throws Malformed {
                if (!take(character)) {
                    throw new Malformed();
                }
            }

            private void skip() {
                while (at < text.length() && " \t\r\n".indexOf(text.charAt(at)) >= 0) {
                    at++;
                }
            }
        }
    }
}
