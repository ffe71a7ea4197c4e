extension LanguageTerms {
    static let croatian = LanguageTerms(
        "hr",
        """
        email: e-pošta, adresa e-pošte, e-mail adresa, elektronička pošta, mejl
        phone: telefon, broj telefona, telefonski broj, mobitel, broj mobitela, mobilni telefon, kontakt telefon
        personName: ime, prezime, ime i prezime, puno ime, primatelj, pošiljatelj, vlasnik kartice,
            ime na kartici, ime vlasnika kartice, vlasnik računa, putnik, pacijent, kontakt osoba,
            djevojačko prezime
        postalAddress: adresa, adresa za dostavu, adresa dostave, kućna adresa, adresa stanovanja,
            adresa prebivališta, prebivalište, poštanska adresa, adresa za naplatu, ulica i kućni broj
        coordinates: koordinate, zemljopisna širina, zemljopisna dužina, geografska širina, geografska dužina,
            lokacija
        card: broj kartice, kreditna kartica, bankovna kartica, debitna kartica
        cardSecurityCode: sigurnosni kod, sigurnosni kôd, kontrolni broj kartice
        bankAccount: broj računa, bankovni račun, žiro račun, tekući račun
        bankCode: kod banke, šifra banke, vbdi
        cryptoAddress: adresa novčanika, novčanik
        nationalNumber: osobna iskaznica, broj osobne iskaznice, matični broj osiguranika, osobni broj,
            lična karta
        passport: putovnica, broj putovnice
        drivingLicence: vozačka dozvola, broj vozačke dozvole
        dateOfBirth: datum rođenja, rođendan, rođen, rođena
        vin: broj šasije
        ipAddress: ip adresa
        macAddress: mac adresa
        oneTimeCode: kod za potvrdu, kôd za potvrdu, kontrolni kod, verifikacijski kod, jednokratni kod,
            jednokratna lozinka, jednokratna zaporka, pristupni kod, vaš kod, unesite kod, aktivacijski kod
        pin: pin kod, novi pin
        password: lozinka, zaporka, lozinke, nova lozinka, trenutna lozinka, nova zaporka, šifra za wi-fi
        secret: api ključ, tajni ključ, privatni ključ, pristupni token
        recoveryPhrase: fraza za oporavak, tajna fraza, fraza za vraćanje
        hr.oib: oib, osobni identifikacijski broj
        rs.jmbg: jmbg
        harmless: narudžba, broj narudžbe, račun br, broj pošiljke, pošiljka, iznos, ukupno, cijena, količina,
            poštanski broj, datum, vrijeme, korisničko ime, naziv datoteke, naziv, serijski broj, kod za popust,
            promotivni kod, kod pogreške, mjesto rođenja, vrijedi do, stanje, poziv na broj, rezervacija
        hotline: korisnička podrška, služba za korisnike, podrška, nazovite nas
        version: verzija, inačica, verzija aplikacije
        actions: zaboravljena lozinka, zaboravili ste lozinku, zaboravljena zaporka, zaboravili ste zaporku,
            prikaži lozinku, promijeni lozinku, promjena lozinke, poništi lozinku, sakrij lozinku
        """
    )
}
