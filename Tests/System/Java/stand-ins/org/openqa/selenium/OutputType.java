package org.openqa.selenium;

import java.util.Base64;
import java.util.function.Function;

/** What Selenium has a screenshot be. */
public interface OutputType<X> extends Function<String, X> {
    OutputType<byte[]> BYTES = Base64.getMimeDecoder()::decode;
}
