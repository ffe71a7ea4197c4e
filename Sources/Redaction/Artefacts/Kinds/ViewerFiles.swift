/// Fonts and icons that the viewers of reports bring with them, known by their bytes, since nobody looks into them.
struct ViewerFiles: Sendable {
    static let known = ViewerFiles(
        """
        165742 b6402bb88a42347c200dc908f928691a Allure 2: Font Awesome 4.7, eot
        165548 7baf866da28fc5fb44d88698324dab31 Allure 2: Font Awesome 4.7, ttf
        98024 5505f5873c2ef2906e029abbe4e1eb58 Allure 2: Font Awesome 4.7, woff
        77160 00407314647272c3007b1ec1939003bb Allure 2: Font Awesome 4.7, woff2
        15406 79743efe9a6ce2429172cc7cca7d258a Allure 2: favicon.ico
        90132 f89bc3d0a916b65e3a51fcc00ae0b132 Allure 3: JetBrainsMono_vf.woff
        114020 800e600e091b671f5e1574ae76d09ddc Allure 3: JetBrainsMono_vf.woff2
        129124 a711b5d2bfd79f291bc76145426381a8 Allure 3: pt-root-ui_vf.woff
        97200 b6353968da27ffd6d32b2d875980f90a Allure 3: pt-root-ui_vf.woff2
        124988 b3a35dfeacfe76e682eeeb24a747f197 Cucumber Reporting: FontAwesome.otf
        76518 ec53b9a6786c092058f5b660395fd908 Cucumber Reporting: fontawesome-webfont.eot
        152796 4ae18706f84fa58bb6d2c1eb1f3baabd Cucumber Reporting: fontawesome-webfont.ttf
        90412 6703061e17b2b4e3b66ce9063c529841 Cucumber Reporting: fontawesome-webfont.woff
        71896 c16dc814e40f796d052865d7b3dcbd4b Cucumber Reporting: fontawesome-webfont.woff2
        20127 db4da3ed61ae3dd65059d07d5505f215 Cucumber Reporting: glyphicons-halflings-regular.eot
        45404 52f8c0a9ab463946828a801fcc4b6276 Cucumber Reporting: glyphicons-halflings-regular.ttf
        23424 7e804d0e0dc566f2c87a9fa571bc37b3 Cucumber Reporting: glyphicons-halflings-regular.woff
        18028 6511166d7077e1364cda2b1f2d455f12 Cucumber Reporting: glyphicons-halflings-regular.woff2
        57620 cdb2c19f51a33ee3a4e79f9b08d4f1e8 mochawesome: MaterialIcons-Regular.woff
        44300 8d998ed17607da6d929a6aca7fdc0e45 mochawesome: MaterialIcons-Regular.woff2
        25772 1ba46e028a7e82dad0f7c9e5d825971e mochawesome: roboto-light-webfont.woff
        19508 10b117bdbb8063958ed81bff4a16ffdc mochawesome: roboto-light-webfont.woff2
        26292 264da9ed4d36ad2763f400e262741227 mochawesome: roboto-medium-webfont.woff
        19944 07b06450e1d7722cc2e1551baa7ee424 mochawesome: roboto-medium-webfont.woff2
        26280 03d799bd087b7f7087c5e48f08ad1887 mochawesome: roboto-regular-webfont.woff
        19868 37b7273c0c2081bbf7d4fdd04bd46f47 mochawesome: roboto-regular-webfont.woff2
        62564 3765d22803bb241f0c88eda0220d6925 Playwright 1.30: codicon.ttf
        73464 544d9ad0eeae148598df1100283106c4 Playwright 1.38: codicon.ttf
        80340 fac8fcceaf5c786f17b847dee15fc397 Playwright 1.49: codicon.ttf
        157 b82fd91c4445021758e3a8dcf9c21b48 TestNG: collapseall.gif
        """
    )

    /// The first bytes of the digests of files, by their length.
    private let digests: [Int: Set<[UInt8]>]

    /// - Parameter table: A line each: the number of bytes, the first 32 digits that `b2sum` prints, and a name.
    init(_ table: String) {
        let rows = table.split(separator: "\n").map { $0.split(separator: " ", maxSplits: 2) }
        let files = rows.map { row -> (Int, [UInt8]) in
            guard row.count == 3, let byteCount = Int(row[0]), let digest = UInt128(row[1], radix: 16) else {
                preconditionFailure("the table of viewers has a row that is none: \(row)")
            }
            return (byteCount, withUnsafeBytes(of: digest.bigEndian, Array.init))
        }
        digests = Dictionary(grouping: files, by: \.0).mapValues { Set($0.map(\.1)) }
    }

    func contains(_ file: UnsafeRawBufferPointer) -> Bool {
        guard let digests = digests[file.count] else { return false }
        var hasher = BLAKE2b()
        hasher.update(file)
        return digests.contains(Array(hasher.finish().prefix(MemoryLayout<UInt128>.size)))
    }
}
