extension LanguageTerms {
    static let danish = LanguageTerms(
        "da",
        """
        email: e-mailadresse, mailadresse, e-post, e-mail-adresse
        phone: telefon, telefonnummer, mobil, mobilnummer, mobiltelefon, tlf, tlf nr
        personName: navn, fornavn, efternavn, fulde navn, for- og efternavn, modtager, modtagers navn, afsender,
            kortholder, kortindehaver, navn på kortet, kontohaver, kontoindehaver, passager, kontaktperson,
            patient
        postalAddress: adresse, gadeadresse, leveringsadresse, faktureringsadresse, postadresse, hjemmeadresse,
            bopælsadresse, folkeregisteradresse, vejnavn og nummer
        coordinates: koordinater, breddegrad, længdegrad, min placering
        card: kortnummer, kreditkort, betalingskort, dankort, hævekort
        cardSecurityCode: sikkerhedskode, kontrolcifre, kortets sikkerhedskode
        bankAccount: kontonummer, kontonr, bankkonto, bankkontonummer
        bankCode: registreringsnummer, reg nr, bankkode
        cryptoAddress: tegnebogsadresse, wallet-adresse, bitcoinadresse
        nationalNumber: personnummer, id-nummer, id-kort, cpr-nummer, sundhedskort
        passport: pasnummer, pasnr
        drivingLicence: kørekort, kørekortnummer, kørekortets nummer
        dateOfBirth: fødselsdato, fødselsdag, født
        vin: stelnummer
        ipAddress: ip-adresse
        macAddress: mac-adresse
        oneTimeCode: engangskode, bekræftelseskode, verifikationskode, engangsadgangskode, loginkode,
            aktiveringskode, sikkerhedskode, din kode, indtast koden, sms-kode
        pin: pinkode, pin-kode, ny pinkode, puk-kode
        password: adgangskode, kodeord, adgangskoden, ny adgangskode, nuværende adgangskode, nyt kodeord,
            wi-fi-adgangskode
        secret: api-nøgle, hemmelig nøgle, privat nøgle, adgangstoken, adgangsnøgle, licensnøgle
        recoveryPhrase: gendannelsessætning, hemmelig gendannelsessætning, gendannelsesord, gendannelsesfrase
        dk.cpr: cpr, cpr nummer, cpr nr, personnummer
        harmless: bestilling, bestillingsnummer, ordrenummer, ordre, faktura, fakturanummer, sporingsnummer,
            forsendelse, beløb, sum, i alt, pris, antal, postnummer, dato, tid, tidspunkt, brugernavn, filnavn,
            serienummer, varenummer, rabatkode, kampagnekode, fejlkode, fødested, gyldig til, reservation,
            bookingnummer, kundenummer, saldo, cvr-nummer, landekode
        hotline: kundeservice, kundecenter, support, ring til os, omstilling
        version: appversion, softwareversion
        actions: glemt adgangskode, glemt adgangskoden, glemt kodeord, glemt din adgangskode, vis adgangskode,
            skift adgangskode, skift kodeord, nulstil adgangskode, skjul adgangskode
        """
    )
}
