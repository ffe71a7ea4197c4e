extension LanguageTerms {
    static let italian = LanguageTerms(
        "it",
        """
        email: indirizzo email, indirizzo e-mail, indirizzo di posta, posta elettronica
        phone: telefono, numero di telefono, cellulare, cell, telefono cellulare, numero di cellulare
        personName: nome, cognome, nome completo, nome e cognome, intestatario, titolare, titolare della carta,
            destinatario, passeggero, paziente, intestatario del conto, mittente, beneficiario,
            nome del titolare, nome del destinatario, nome sulla carta
        postalAddress: indirizzo, indirizzo di spedizione, indirizzo di fatturazione, residenza,
            indirizzo di consegna, indirizzo di residenza, spedire a
        coordinates: coordinate, latitudine, longitudine, posizione, posizione gps, coordinate gps
        card: numero di carta, numero carta, numero della carta, carta di credito
        cardSecurityCode: codice di sicurezza
        bic: codice bic
        bankAccount: numero di conto, numero conto, conto corrente
        bankCode: codice abi, abi, cab, codice banca, codice bancario
        cryptoAddress: indirizzo wallet, indirizzo del portafoglio, indirizzo bitcoin
        nationalNumber: numero di identificazione, carta d'identità, documento d'identità,
            numero carta d'identità, carta identità, tessera sanitaria
        passport: passaporto, numero di passaporto, numero passaporto
        drivingLicence: patente di guida, numero patente, patente
        dateOfBirth: data di nascita, nascita, nato il, nata il
        vin: numero di telaio, telaio
        ipAddress: indirizzo ip
        macAddress: indirizzo mac
        oneTimeCode: codice di verifica, codice di conferma, codice di sicurezza, codice monouso, codice otp,
            codice di accesso, codice di attivazione, il tuo codice, codice sms, inserisci il codice, il codice,
            codice temporaneo
        pin: codice pin
        password: parola d'ordine, parola chiave, chiave di rete, nuova password, password attuale,
            password wi-fi, password, parola d'accesso
        secret: chiave api, chiave segreta, chiave privata, token di accesso
        recoveryPhrase: frase di recupero, frase seed, frase segreta di recupero
        ch.ssn: numero avs
        it.codicefiscale: codice fiscale, cod fiscale, cf, c f
        harmless: aggiornato, ultimo aggiornamento, modificato, ordine, numero ordine, numero d'ordine,
            n ordine, fattura, numero fattura, numero di tracking, spedizione, riferimento, prenotazione,
            codice prenotazione, codice cliente, numero di serie, cap, codice postale, codice sconto,
            codice promozionale, codice errore, codice prodotto, codice articolo, prezzo, totale, importo,
            quantità, nome utente, nome file, nome prodotto, nome azienda, partita iva, codice a barre, volo,
            posto, scadenza, luogo di nascita, pratica, prefisso, data, ora, conteggio parole, numero di parole
        hotline: assistenza clienti, servizio clienti, numero verde, chiamaci, assistenza, supporto
        version: versione, versione app, versione software
        actions: password dimenticata, hai dimenticato la password, mostra password, mostra la password,
            cambia password, modifica password, reimposta password
        """
    )
}
