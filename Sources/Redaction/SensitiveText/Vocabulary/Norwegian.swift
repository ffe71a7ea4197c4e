extension LanguageTerms {
    static let norwegian = LanguageTerms(
        "no",
        """
        email: e-post, e-postadresse, epost, epostadresse
        phone: telefon, telefonnummer, mobil, mobilnummer, mobiltelefon, tlf, tlf nr
        personName: fullt navn, navn, fornavn, etternavn, for- og etternavn, mottaker, mottakers navn, avsender,
            kortholder, kortinnehaver, navn på kortet, kontoinnehaver, kontoeier, passasjer, kontaktperson,
            pasient
        postalAddress: adresse, gateadresse, leveringsadresse, fakturaadresse, postadresse, hjemmeadresse,
            bostedsadresse, folkeregistrert adresse
        coordinates: koordinater, breddegrad, lengdegrad, posisjon, min posisjon
        card: kortnummer, kredittkort, bankkort, betalingskort, debetkort
        cardSecurityCode: sikkerhetskode, kortets sikkerhetskode, kontrollkode
        bankAccount: kontonummer, kontonr, bankkonto, bankkontonummer
        bankCode: bankkode
        cryptoAddress: lommebokadresse, lommebok-adresse, bitcoinadresse
        nationalNumber: personnummer, fødselsnummer, id-nummer, id-kort, d-nummer, personlig nummer
        passport: passnummer, passnr
        drivingLicence: førerkort, førerkortnummer
        dateOfBirth: fødselsdato, fødselsdag, født
        vin: understellsnummer, chassisnummer
        ipAddress: ip-adresse
        macAddress: mac-adresse
        oneTimeCode: bekreftelseskode, verifiseringskode, engangskode, engangspassord, innloggingskode,
            tilgangskode, aktiveringskode, sikkerhetskode, din kode, koden din, skriv inn koden, sms-kode
        pin: pinkode, pin-kode, ny pinkode, puk-kode
        password: passord, passordet, nytt passord, gjeldende passord, nåværende passord, wifi-passord,
            wi-fi-passord
        secret: api-nøkkel, hemmelig nøkkel, privat nøkkel, tilgangstoken, tilgangsnøkkel, lisensnøkkel
        recoveryPhrase: gjenopprettingsfrase, hemmelig gjenopprettingsfrase, gjenopprettingsord
        no.fodselsnummer: fødselsnummer, personnummer, fnr, fødselsnr
        harmless: bestilling, bestillingsnummer, ordrenummer, ordre, faktura, fakturanummer, sporingsnummer,
            sendingsnummer, beløp, sum, totalt, pris, antall, postnummer, dato, tid, klokkeslett, brukernavn,
            filnavn, serienummer, varenummer, rabattkode, kampanjekode, feilkode, fødested, gyldig til,
            reservasjon, kundenummer, saldo, kid-nummer, organisasjonsnummer, landkode
        hotline: kundeservice, kundesenter, brukerstøtte, ring oss, sentralbord
        version: versjon, appversjon, programvareversjon
        actions: glemt passord, glemt passordet, glemt passordet ditt, vis passord, endre passord, bytt passord,
            tilbakestill passord, skjul passord, endre pin-kode
        """
    )
}
