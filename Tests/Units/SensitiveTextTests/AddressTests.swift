import SensitiveText
import Testing

@Suite("A postal address without a caption")
struct AddressTests {
    private func findings(_ lines: [String], isRecognised: Bool = true) throws -> [String] {
        var screen = Screen()
        for (row, line) in lines.enumerated() { screen.place(line, x: 40, y: 20 + 22 * row) }
        return try screen.findings(isRecognised: isRecognised)
    }

    static let lines = [
        ["Sonnenallee 117", "12045 Berlin"], ["Lange Straße 8a", "8001 Zürich"], ["12, rue des Lilas", "69003 Lyon"],
        ["Via Roma, 15", "10121, Torino (TO)"], ["Calle Mayor 44", "28013 Madrid"],
        ["Rua Augusta, 210", "1100-053 Lisboa"],
        ["ul. Długa 18/4", "31-146 Kraków"], ["Keizersgracht 174", "1016 DW Amsterdam"],
        ["Meir 48", "B-2000 Antwerpen"],
        ["14 Abbey Road", "London NW8 9AY"], ["14 Abbey Road", "London", "NW8 9AY"],
        ["350 Fifth Avenue Suite 21", "New York, NY 10118"],
        ["6 Hobson Street", "Auckland 1010"], ["Avenida Corrientes N° 1234", "La Plata 1900, Buenos Aires"],
        ["Keizersgracht 174", "1016DW", "Amsterdam"],
        ["г. Тверь, ул. Садовая, д. 14 к. 2, 170100"], ["הרצל 15, רחובות, 7632104"],
        ["東京都千代田区丸の内1丁目9番1号"], ["大阪府大阪市北区", "梅田3丁目1番3号"], ["大阪府大阪市北区梅田3丁目", "1番3号"],
        ["Lindenhof 18", "9155", "Merksem"], ["Lindenhof 18", "3261 JY", "Houten"],
        ["Merelboulevard 23", "5460 IQ Houten"],
        ["Praça Velha, 77", "Bairro Novo", "22572314 Olinda / PE"],
        ["Largo Novo, 6", "Bairro Alto", "1ª Parte", "28271-136 Olinda / PE"],
        ["Alameda Luna Nueva 9", "Toledo, 45001"],
        ["Cerrada Luna 019", "Edif. 710, Depto. 8", "Los Altos, JAL 47180"], ["64", "Lal Nagar, Bhopal 462001"],
        ["35", "Lal Bagh", "Raipur-492001"], ["rue de Bernis", "30290 Laudun"],
        ["клх Заря, ул. Садовая, д. 14, 170100"], ["大阪府大阪市北区梅田15丁", "目5番3号"], ["大阪府大阪市北区梅田5番13", "号"],
        ["北京市朝阳区建国路88号", "100022"], ["서울특별시 종로구 세종대로 175"], ["부산광역시 해운대구 해운대해변로", "264 (우동)"],
        ["Rambla Nova 44", "Las Rozas, 28231"], ["C. Mayor 12", "Lugo, 27001"],
        ["Plaza Mayor", "82 Puerta 6", "Las Rozas, 28231"],
        ["Eje Vial Lago del Norte 96", "Interior 3", "Villa Alta,", "CAMP 24010"],
        ["Svolta Verdi, 17", "16121, Genova (GE)"],
        ["Piazza Costanz0, 16", "10121 Torino (TO)"], ["Karl-Renner-Strafße 8", "8010 Graz"],
        ["Merelpad 5", "3926", "Merksem"],
        ["Flat 7", "Abbey Lodge", "Northford", "M2 7NL"], ["5 Abbey Meadows", "Northford", "IV2R 9XJ"],
        ["H.No. 24, Gandhi Marg", "Bhopal-462001"], ["K. Заря, ул. Садовая, д. 14, 170100"],
        ["רמב\"ם 87,", "רחובות.", "6892129"], ["ז'בוטינסקי 12, רחובות, 4141398"],
        ["אל-פארוק 9, רחובות, 4141398"],
        ["大阪府大阪市北区梅田3丁目2番1号 コーポ松", "風434"], ["大阪府大阪市北区梅田3丁目2番1号 コーポ松風", "405"],
        ["부산광역시 해운대구 해변호수가 |計824", "(우동마을)"],
    ]

    @Test("is found by its street, its number and its place", arguments: lines)
    func forms(lines: [String]) throws {
        let whole = "postalAddress: \(lines.joined(separator: "⏎"))"
        for isRecognised in [false, true] {
            #expect(try findings(lines, isRecognised: isRecognised) == [whole])
            #expect(try findings(["Yours sincerely,"] + lines + ["Until soon"], isRecognised: isRecognised) == [whole])
        }
    }

    @Test("does not begin within a line that names a street and no house")
    func streets() throws {
        let lines = ["ההזמנה שלך בדרך רחוב בן יהודה", "הודעות חדשות 39"]
        #expect(try findings(lines).allSatisfy { !$0.contains("⏎") })
    }

    @Test("ends before a line with a number of something else")
    func end() throws {
        #expect(try findings(["北京市朝阳区建国路188号", "2天前"]) == ["postalAddress: 北京市朝阳区建国路188号"])
        let address = ["大阪府大阪市北区梅田3丁目", "1番3号"]
        #expect(
            try findings(address + ["12.01.2024"]) == ["postalAddress: \(address.joined(separator: "⏎"))"]
        )
    }

    @Test("is found within a text that is broken over lines")
    func bubbles() throws {
        #expect(
            try findings(["We meet at Sonnenallee", "117, 12045 Berlin at six"])
                == ["postalAddress: Sonnenallee⏎117, 12045 Berlin"]
        )
        #expect(
            try findings(["Mon adresse : 12, rue", "des Lilas, 69003", "Lyon"]).first
                == "postalAddress: 12, rue⏎des Lilas, 69003⏎Lyon"
        )
        #expect(
            try findings(["Les chiffres sont prêts boulevard de", "Verdun", "30290 Laudun"])
                == ["postalAddress: boulevard de⏎Verdun⏎30290 Laudun"]
        )
        #expect(
            try findings(["Lunch on Monday? 5 Abbey Meadows", "Northford", "IV2R 9XJ"])
                == ["postalAddress: 5 Abbey Meadows⏎Northford⏎IV2R 9XJ"]
        )
        #expect(
            try findings(["Fatura do Banco Novo em anexo Alameda", "das Flores, 82", "1100-053 Lisboa"])
                == ["postalAddress: Alameda⏎das Flores, 82⏎1100-053 Lisboa"]
        )
    }

    @Test(
        "is none where a street, a year or a number stand alone",
        arguments: [
            ["Goethestraße 14"], ["Victoria Street 12"], ["Karl-Marx-Allee", "Berlin"], ["Prinsengracht 263", "2024"],
            ["Room 12", "2024 Budget"], ["Gate 12", "10118 Passengers"], ["Place 12 orders, 2024 Results"],
            ["Chapter 5", "1984"],
            ["Galaxy S24 Ultra", "12045 Items"], ["Total 117", "12045 Views"], ["14 Likes", "10118 Followers"],
            ["Sprint 24", "31-146 Tests"], ["Victoria Street 12", "Approved by Ann", "Darwin Kernel"],
            ["Sprint, 24", "Backlog", "12345678 Views"],
            ["Lots", "12045", "Items"],
            ["松本駅前で会いましょう"], ["東京都千代田区"], ["上海市浦东新区"], ["第3号 2丁目"], ["세종대로에서 만나요"], ["서울특별시 종로구"],
            ["Heinrich-Heine-Straße", "Karl-Marx-Allee", "Goethestraße 14", "Code Studio", "Karl-Marx-Allee"],
            ["ул. Садовая"], ["г. Тверь, 3 апреля"], ["שדרות רוטשילד 12"], ["Terms of Service", "12345 Words"],
        ]
    )
    func others(lines: [String]) throws {
        for isRecognised in [false, true] { #expect(try findings(lines, isRecognised: isRecognised) == []) }
    }
}
