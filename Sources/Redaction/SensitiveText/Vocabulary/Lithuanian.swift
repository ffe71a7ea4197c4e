extension LanguageTerms {
    static let lithuanian = LanguageTerms(
        "lt",
        """
        email: el paštas, el pašto adresas, elektroninis paštas, elektroninio pašto adresas, e-paštas
        phone: telefonas, telefono numeris, tel nr, mobilusis telefonas, mobilusis, mob tel, mobiliojo numeris
        personName: vardas, pavardė, vardas ir pavardė, vardas pavardė, pilnas vardas, gavėjas, siuntėjas,
            kortelės savininkas, kortelės turėtojas, sąskaitos savininkas, vardas ant kortelės, keleivis,
            pacientas, kontaktinis asmuo
        postalAddress: adresas, pristatymo adresas, gyvenamosios vietos adresas, gyvenamoji vieta,
            pašto adresas, namų adresas, mokėtojo adresas
        coordinates: koordinatės, platuma, ilguma, buvimo vieta
        card: kortelės numeris, kortelės nr, kreditinė kortelė, banko kortelė, mokėjimo kortelė
        cardSecurityCode: saugos kodas, saugumo kodas
        bankAccount: sąskaitos numeris, sąskaitos nr, banko sąskaita, atsiskaitomoji sąskaita
        bankCode: banko kodas
        cryptoAddress: piniginės adresas, piniginė
        nationalNumber: asmens kodas, asmens tapatybės kortelė, tapatybės kortelės numeris,
            asmens dokumento numeris
        passport: pasas, paso numeris, paso nr
        drivingLicence: vairuotojo pažymėjimas, vairuotojo pažymėjimo numeris
        dateOfBirth: gimimo data, gimtadienis, gimė, gimęs, gimusi
        vin: kėbulo numeris, važiuoklės numeris
        ipAddress: ip adresas
        macAddress: mac adresas
        oneTimeCode: patvirtinimo kodas, vienkartinis kodas, vienkartinis slaptažodis, prieigos kodas,
            jūsų kodas, įveskite kodą, sms kodas, aktyvinimo kodas, prisijungimo kodas
        pin: pin kodas, naujas pin
        password: slaptažodis, slaptažodžiai, naujas slaptažodis, dabartinis slaptažodis, wi-fi slaptažodis
        secret: api raktas, slaptasis raktas, slaptas raktas, privatus raktas, prieigos raktas
        recoveryPhrase: atkūrimo frazė, slapta frazė, slaptoji atkūrimo frazė
        ee.ik: asmens kodas
        harmless: užsakymas, užsakymo numeris, užsakymo nr, sąskaita faktūra, sąskaitos faktūros numeris,
            siunta, siuntos numeris, suma, iš viso, kaina, kiekis, pašto kodas, data, laikas, vartotojo vardas,
            naudotojo vardas, failo pavadinimas, pavadinimas, serijos numeris, prekės kodas, nuolaidos kodas,
            klaidos kodas, gimimo vieta, galioja iki, rezervacija, kliento numeris, likutis, įmonės kodas,
            pvm kodas
        hotline: klientų aptarnavimas, klientų aptarnavimo centras, pagalba, skambinkite mums
        version: versija, programos versija
        actions: pamiršau slaptažodį, pamiršote slaptažodį, pamirštas slaptažodis, rodyti slaptažodį,
            keisti slaptažodį, pakeisti slaptažodį, atstatyti slaptažodį, slėpti slaptažodį
        """
    )
}
