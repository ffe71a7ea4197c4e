package org.openqa.selenium.remote;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.util.regex.Pattern;
import org.openqa.selenium.OutputType;

/** As much of Selenium's driver as a screenshot takes, over WebDriver: with a real browser, or with replies of Appium. */
public class RemoteWebDriver implements AutoCloseable {
    private static final Pattern STRING = Pattern.compile("\"value\":\\s*\"((?:[^\"\\\\]|\\\\.)*+)\"");
    private final HttpClient http = HttpClient.newHttpClient();
    private final String session;

    /** Opens a session; `capabilities` are the body of the request, as JSON. */
    public RemoteWebDriver(String server, String capabilities) {
        var id = Pattern.compile("\"sessionId\":\\s*\"([^\"]+)\"").matcher(call("POST", server + "/session", capabilities));
        if (!id.find()) {
            throw new IllegalStateException("There is no session");
        }
        session = server + "/session/" + id.group(1);
    }

    public void get(String url) {
        call("POST", session + "/url", "{\"url\":" + json(url) + "}");
    }

    public <X> X getScreenshotAs(OutputType<X> type) {
        return type.apply(string(call("GET", session + "/screenshot", null)));
    }

    public Object executeScript(String script, Object... arguments) {
        return string(call("POST", session + "/execute/sync", "{\"script\":" + json(script) + ",\"args\":[]}"));
    }

    public String getPageSource() {
        return string(call("GET", session + "/source", null));
    }

    @Override
    public void close() {
        call("DELETE", session, null);
    }

    private String call(String method, String url, String body) {
        var publisher = body == null ? HttpRequest.BodyPublishers.noBody() : HttpRequest.BodyPublishers.ofString(body);
        try {
            var response = http.send(HttpRequest.newBuilder(URI.create(url)).method(method, publisher).build(), HttpResponse.BodyHandlers.ofString());
            if (response.statusCode() != 200) {
                throw new IllegalStateException(response.body());
            }
            return response.body();
        } catch (IOException error) {
            throw new UncheckedIOException(error);
        } catch (InterruptedException error) {
            throw new IllegalStateException(error);
        }
    }

    private static String json(String text) {
        return '"' + text.replace("\\", "\\\\").replace("\"", "\\\"").replace("\n", "\\n") + '"';
    }

    private static String string(String reply) {
        var found = STRING.matcher(reply);
        if (!found.find()) {
            return null;
        }
        return Pattern.compile("\\\\(?:u([0-9a-fA-F]{4})|(.))").matcher(found.group(1)).replaceAll(escape -> {
            var plain = escape.group(1) != null ? Character.toString((char) Integer.parseInt(escape.group(1), 16))
                : escape.group(2).equals("n") ? "\n" : escape.group(2).equals("r") ? "\r" : escape.group(2).equals("t") ? "\t" : escape.group(2);
            return java.util.regex.Matcher.quoteReplacement(plain);
        });
    }
}
