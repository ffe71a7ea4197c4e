extension LanguageTerms {
    static let latvian = LanguageTerms(
        "lv",
        """
        email: e-pasts, e-pasta adrese, epasts
        phone: tālrunis, tālruņa numurs, tālruņa nr, telefons, telefona numurs, mobilais, mobilais tālrunis,
            mobilais telefons
        personName: vārds, uzvārds, vārds un uzvārds, vārds uzvārds, pilns vārds, saņēmējs, sūtītājs,
            kartes īpašnieks, konta īpašnieks, vārds uz kartes, pasažieris, pacients, kontaktpersona
        postalAddress: adrese, piegādes adrese, pasta adrese, dzīvesvieta, dzīvesvietas adrese, mājas adrese,
            deklarētā adrese, norēķinu adrese, juridiskā adrese
        coordinates: koordinātas, platuma grādi, garuma grādi, atrašanās vieta
        card: kartes numurs, kartes nr, kredītkarte, maksājumu karte, bankas karte
        cardSecurityCode: drošības kods
        bankAccount: konta numurs, bankas konts, norēķinu konts, konta nr
        bankCode: bankas kods
        cryptoAddress: maka adrese, maciņa adrese
        nationalNumber: personas kods, personas apliecība, personas apliecības numurs, id karte,
            dokumenta numurs
        passport: pases numurs, pases nr
        drivingLicence: vadītāja apliecība, autovadītāja apliecība, vadītāja apliecības numurs
        dateOfBirth: dzimšanas datums, dzimšanas diena, dzimis, dzimusi
        vin: šasijas numurs
        ipAddress: ip adrese
        macAddress: mac adrese
        oneTimeCode: apstiprinājuma kods, verifikācijas kods, vienreizējs kods, vienreizējais kods,
            vienreizēja parole, vienreizējā parole, piekļuves kods, jūsu kods, ievadiet kodu, sms kods,
            aktivizācijas kods
        pin: pin kods, jauns pin
        password: parole, jauna parole, jaunā parole, pašreizējā parole, wi-fi parole
        secret: api atslēga, slepenā atslēga, privātā atslēga, piekļuves pilnvara, piekļuves atslēga
        recoveryPhrase: atkopšanas frāze, atjaunošanas frāze, slepenā frāze
        ee.ik: personas kods
        harmless: pasūtījums, pasūtījuma numurs, rēķins, rēķina numurs, sūtījums, sūtījuma numurs, summa, kopā,
            cena, daudzums, pasta indekss, datums, laiks, lietotājvārds, faila nosaukums, sērijas numurs,
            preces kods, atlaides kods, kļūdas kods, dzimšanas vieta, derīgs līdz, rezervācija, klienta numurs,
            atlikums, reģistrācijas numurs
        hotline: klientu serviss, klientu apkalpošana, klientu atbalsts, atbalsts, zvaniet mums
        version: versija, lietotnes versija
        actions: aizmirsu paroli, aizmirsāt paroli, aizmirsta parole, rādīt paroli, mainīt paroli,
            nomainīt paroli, atiestatīt paroli, slēpt paroli
        """
    )
}
