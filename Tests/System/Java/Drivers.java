import java.io.File;
import java.io.IOException;
import java.nio.file.Path;
import javax.imageio.ImageIO;
import org.openqa.selenium.remote.RemoteWebDriver;

/** The drivers of the guide's tests, and what their pictures may not show. */
final class Drivers {
    static final String PAGE = Path.of(System.getenv("PAGE")).toUri().toString();

    static RemoteWebDriver browser() {
        return new RemoteWebDriver(System.getenv("CHROMEDRIVER_URL"), "{\"capabilities\":{\"alwaysMatch\":{\"goog:chromeOptions\":{\"args\":["
            + "\"--headless=new\",\"--no-sandbox\",\"--disable-gpu\",\"--window-size=700,500\"]}}}}");
    }

    static RemoteWebDriver app() {
        return new RemoteWebDriver(System.getenv("APPIUM_URL"), "{}");
    }

    /** Takes the picture of the page, that of the app, and what the app really showed. */
    public static void main(String[] files) throws IOException {
        var page = ImageIO.read(new File(files[0]));
        var app = ImageIO.read(new File(files[1]));
        var raw = ImageIO.read(new File(files[2]));
        // The first field of the page is of this colour, and so is a card that nobody named.
        var field = 0;
        for (var y = 30; y < 65; y++) {
            for (var x = 100; x < 300; x++) {
                field += (page.getRGB(x, y) & 0xffffff) == 0xff00c8 ? 1 : 0;
            }
        }
        var changed = 0;
        for (var y = 0; y < raw.getHeight(); y++) {
            for (var x = 0; x < raw.getWidth(); x++) {
                changed += raw.getRGB(x, y) == app.getRGB(x, y) ? 0 : 1;
            }
        }
        if (field > 0 || changed < 10_000) {
            throw new AssertionError(field + " pixels of a field, " + changed + " of the app are covered");
        }
    }
}
