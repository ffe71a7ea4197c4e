import HTTPParsing
import Testing

@Suite("What clients really send is accepted")
struct MultipartClientTests {
    @Test("curl -F (recorded from 7.88)")
    func curl() throws {
        let form = try MultipartFixture.parse(
            MultipartFixture.crlf(
                """
                --------------------------f3a110913a708952
                Content-Disposition: form-data; name="image"; filename="shot.png"
                Content-Type: image/png

                PNG
                \u{1A}␊--fake
                --------------------------f3a110913a708952
                Content-Disposition: form-data; name="policy"
                Content-Type: application/json

                {"rules":[]}␊
                --------------------------f3a110913a708952
                Content-Disposition: form-data; name="asset"; filename="we%22ird näme.png"
                Content-Type: image/png

                PNG
                --------------------------f3a110913a708952
                Content-Disposition: form-data; name="we%22ird"

                1
                --------------------------f3a110913a708952
                Content-Disposition: form-data; name="hierarchy"; filename="policy.json"
                Content-Type: application/octet-stream
                Content-Transfer-Encoding: binary
                X-Extra: yes

                {"rules":[]}␊
                --------------------------f3a110913a708952--

                """
            ),
            boundary: "------------------------f3a110913a708952"
        )
        #expect(form.parts.map(\.name) == ["image", "policy", "asset", "we\"ird", "hierarchy"])
        #expect(form.parts.map(\.filename) == ["shot.png", nil, "we\"ird näme.png", nil, "policy.json"])
        #expect(form["image"]?.text == "PNG\r\n\u{1A}\n--fake")
        #expect(form["image"]?.mediaType?.essence == "image/png")
        #expect(form["policy"]?.text == "{\"rules\":[]}\n")
        #expect(form["policy"]?.contentType == "application/json")
        #expect(form["we\"ird"]?.text == "1")
        #expect(form["we\"ird"]?.mediaType == nil)
    }

    @Test("Python requests (recorded from 2.34)")
    func pythonRequests() throws {
        let form = try MultipartFixture.parse(
            MultipartFixture.crlf(
                """
                --bb83f636b48dca96204e54afc70feb7b
                Content-Disposition: form-data; name="name"

                bank-app
                --bb83f636b48dca96204e54afc70feb7b
                Content-Disposition: form-data; name="image"; filename="shot.png"

                PNG
                \u{1A}␊--fake
                --bb83f636b48dca96204e54afc70feb7b
                Content-Disposition: form-data; name="asset"; filename="wé%22ird.png"
                Content-Type: image/png

                x

                --bb83f636b48dca96204e54afc70feb7b--

                """
            ),
            boundary: "bb83f636b48dca96204e54afc70feb7b"
        )
        #expect(form.parts.map(\.name) == ["name", "image", "asset"])
        #expect(form["name"]?.text == "bank-app")
        #expect(form["image"]?.contentType == nil)
        #expect(form["asset"]?.text == "x\r\n")
        #expect(form["asset"]?.filename == "wé\"ird.png")
    }

    @Test("Python aiohttp, which puts Content-Type first (recorded from 3.14)")
    func pythonAiohttp() throws {
        let form = try MultipartFixture.parse(
            MultipartFixture.crlf(
                """
                --0f5f3640a6c2486095e374dc9f9c032f
                Content-Type: image/png
                Content-Disposition: form-data; name="image"; filename="s%20hot.png"

                PNG
                --0f5f3640a6c2486095e374dc9f9c032f
                Content-Type: text/plain; charset=utf-8
                Content-Disposition: form-data; name="policy"

                bank-app
                --0f5f3640a6c2486095e374dc9f9c032f--

                """
            ),
            boundary: "0f5f3640a6c2486095e374dc9f9c032f"
        )
        #expect(form["image"]?.filename == "s%20hot.png")
        #expect(form["policy"]?.mediaType?["charset"] == "utf-8")
        #expect(form["policy"]?.contentType == "text/plain; charset=utf-8")
    }

    @Test("Node's fetch with FormData (recorded from 20.20)")
    func node() throws {
        let form = try MultipartFixture.parse(
            MultipartFixture.crlf(
                """
                ------formdata-undici-034110618079
                Content-Disposition: form-data; name="image"; filename="shot %221%22%0A.png"
                Content-Type: image/png

                PNG
                ␊--fake
                ------formdata-undici-034110618079
                Content-Disposition: form-data; name="a%22b%0D%0Ac"; filename="blob"
                Content-Type: application/octet-stream

                z
                ------formdata-undici-034110618079--

                """
            ),
            boundary: "----formdata-undici-034110618079"
        )
        #expect(form.parts.map(\.name) == ["image", "a\"b\r\nc"])
        #expect(form["image"]?.filename == "shot \"1\"\n.png")
        #expect(form["image"]?.text == "PNG\r\n\n--fake")
    }

    @Test("Apache HttpClient, which REST Assured sends with (recorded from 4.5.14)")
    func apacheHttpClient() throws {
        let form = try MultipartFixture.parse(
            MultipartFixture.crlf(
                """
                --n4OIZFUU5FizT_oNZdIgvTu9Ocx92h7
                Content-Disposition: form-data; name="image"; filename="s hot ?.png"
                Content-Type: image/png
                Content-Transfer-Encoding: binary

                PNG
                --fake
                --n4OIZFUU5FizT_oNZdIgvTu9Ocx92h7
                Content-Disposition: form-data; name="policy"
                Content-Type: application/json; charset=UTF-8
                Content-Transfer-Encoding: 8bit

                {"rules":[]}
                --n4OIZFUU5FizT_oNZdIgvTu9Ocx92h7
                Content-Disposition: form-data; name="name"
                Content-Type: text/plain; charset=ISO-8859-1
                Content-Transfer-Encoding: 8bit

                bank-app
                --n4OIZFUU5FizT_oNZdIgvTu9Ocx92h7--

                """
            ),
            boundary: "n4OIZFUU5FizT_oNZdIgvTu9Ocx92h7"
        )
        #expect(form["image"]?.text == "PNG\r\n--fake")
        #expect(form["policy"]?.mediaType?["charset"] == "UTF-8")
        #expect(form["name"]?.text == "bank-app")
    }

    @Test("OkHttp, which sends the length of each part")
    func okHttp() throws {
        let form = try MultipartFixture.parse(
            MultipartFixture.crlf(
                """
                --5f8a7c0e-1d6b-4c3f-9a55-3b0f5f7d2a11
                Content-Disposition: form-data; name="image"; filename="shot.png"
                Content-Type: image/png
                Content-Length: 3

                PNG
                --5f8a7c0e-1d6b-4c3f-9a55-3b0f5f7d2a11--

                """
            ),
            boundary: "5f8a7c0e-1d6b-4c3f-9a55-3b0f5f7d2a11"
        )
        #expect(form["image"]?.text == "PNG")
    }

    @Test(".NET, which quotes nothing and adds filename*")
    func dotNet() throws {
        let form = try MultipartFixture.parse(
            MultipartFixture.crlf(
                """
                --0b6b7d61-4a5c-4cf5-9d4b-2f0f3f1f3f6e
                Content-Type: image/png
                Content-Disposition: form-data; name=image; filename=shot.png; filename*=utf-8''sh%C3%B6t.png

                PNG
                --0b6b7d61-4a5c-4cf5-9d4b-2f0f3f1f3f6e--

                """
            ),
            boundary: "0b6b7d61-4a5c-4cf5-9d4b-2f0f3f1f3f6e"
        )
        #expect(form["image"]?.filename == "shot.png")
    }

    @Test("harnesses written by hand: a CRLF before every delimiter, none behind the last")
    func handWritten() throws {
        let text =
            "\r\n--b\r\nContent-Disposition: form-data; name=\"image\"; filename=\"shot.png\"\r\n"
            + "Content-Type: image/png\r\n\r\nPNG\r\n--b--"
        #expect(try MultipartFixture.parse(text)["image"]?.text == "PNG")
    }

    @Test("a part with no content, with and without an empty line of its own")
    func emptyContent() throws {
        let head = "--b\r\nContent-Disposition: form-data; name=\"a\"\r\n"
        #expect(try MultipartFixture.parse("\(head)\r\n\r\n--b--\r\n")["a"]?.text == "")
        #expect(try MultipartFixture.parse("\(head)\r\n--b--\r\n")["a"]?.text == "")
    }

    static let filenames: [(String, String)] = [
        (#""shot.png""#, "shot.png"),
        (#""""#, ""),
        ("shot.png", "shot.png"),
        (#""C:\shots\new.png""#, #"C:\shots\new.png"#),
        (#""a\"b\\c.png""#, #"a"b\c.png"#),
        (#""100%25 %41 %0d.png""#, "100%25 %41 %0d.png"),
        (#""%0D%0A%22""#, "\r\n\""),
        (#""a;b=c, d:e.png""#, "a;b=c, d:e.png"),
        ("\"截图 😀.png\"", "截图 😀.png"),
    ]

    @Test("a file's name is read as its sender meant it", arguments: filenames)
    func filename(written: String, read: String) throws {
        let form = try MultipartFixture.parse(
            MultipartFixture.form(disposition: "form-data; name=\"a\"; filename=\(written)")
        )
        #expect(form["a"]?.filename == read)
    }

    static let dispositions = [
        #"form-data; name="a""#, "form-data;name=a", "Form-Data;\tNAME=\"a\" ", #"form-data; filename="x"; name="a""#,
        #"form-data; name="a";"#, #"form-data; size=3; name="a"; creation-date="Mon, 01 Jan 2024""#,
    ]

    @Test("order, case and white space of a Content-Disposition do not matter", arguments: dispositions)
    func disposition(written: String) throws {
        #expect(try MultipartFixture.parse(MultipartFixture.form(disposition: written)).parts.map(\.name) == ["a"])
    }

    @Test("what looks like a delimiter within a line is content")
    func delimiterWithinLine() throws {
        let content = "x--b\r\n --b--\r\n-\r\n--\r\n-b\r\n--c\r--b--"
        let form = try MultipartFixture.parse(
            MultipartFixture.form(headers: "Content-Disposition: form-data; name=a", content: content)
        )
        #expect(form["a"]?.text == content)
    }
}
