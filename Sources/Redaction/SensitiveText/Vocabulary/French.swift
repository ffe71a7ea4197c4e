extension LanguageTerms {
    static let french = LanguageTerms(
        "fr",
        """
        email: adresse e-mail, adresse mail, adresse email, courriel, courrier électronique,
            adresse électronique
        phone: téléphone, numéro de téléphone, n° de téléphone, portable, tél, numéro de portable,
            téléphone portable, numéro de mobile
        personName: nom, prénom, nom complet, nom de famille, nom et prénom, titulaire, titulaire du compte,
            titulaire de la carte, bénéficiaire, destinataire, passager, nom du titulaire, expéditeur,
            nom de naissance, personne à contacter, nom et prénoms, nom du destinataire, nom du bénéficiaire,
            patient
        postalAddress: adresse postale, adresse de livraison, adresse de facturation, domicile,
            lieu de résidence, livrer à, adresse, adresse du domicile
        coordinates: coordonnées, localisation, position gps, latitude, longitude, coordonnées gps
        card: numéro de carte, n° de carte, no de carte, carte bancaire, carte de crédit, numéro de la carte,
            carte, numéro de carte bancaire
        cardSecurityCode: cryptogramme, cryptogramme visuel, code de sécurité
        bic: code swift, code bic
        bankAccount: numéro de compte, n° de compte, no de compte, compte bancaire, numéro de compte bancaire
        bankCode: code banque, code guichet, code bancaire
        cryptoAddress: adresse du portefeuille, adresse de portefeuille, adresse bitcoin, adresse du wallet
        nationalNumber: numéro d'identité, numéro national, numéro fiscal, numéro d'identification,
            carte d'identité, numéro de carte d'identité, carte nationale d'identité
        passport: passeport, numéro de passeport, n° de passeport, n° passeport
        drivingLicence: permis de conduire, numéro de permis, n° de permis
        dateOfBirth: date de naissance, né le, née le, naissance, anniversaire, né(e) le
        vin: numéro de châssis, numéro d'identification du véhicule
        imei: numéro imei
        iccid: numéro de sim
        ipAddress: adresse ip
        macAddress: adresse mac
        oneTimeCode: code de vérification, code de confirmation, code de sécurité, code à usage unique,
            code d'activation, code d'accès, votre code, code reçu, code sms, code de connexion,
            code de validation, saisissez le code, le code, ton code
        pin: code pin, code confidentiel, code secret
        password: mot de passe, mdp, phrase secrète, phrase de passe, clé wifi, réponse secrète, mots de passe,
            nouveau mot de passe, mot de passe actuel
        secret: clé api, clé secrète, clé privée, jeton, jeton d'accès, clé d'api, clé d'accès
        recoveryPhrase: phrase de récupération, phrase secrète de récupération
        be.nn: numéro national, registre national, numéro de registre national, niss
        ca.sin: nas, numéro d'assurance sociale
        ch.ssn: avs, numéro avs, no avs
        fr.nif: numéro fiscal, n° fiscal, spi, référence fiscale
        fr.nir: nir, numéro de sécurité sociale, n° de sécurité sociale, sécurité sociale, n° sécu,
            numéro de sécu, no sécu, insee
        harmless: mis à jour, mise à jour, modifié le, dernière mise à jour, commande, numéro de commande,
            n° de commande, facture, numéro de facture, n° de facture, numéro de suivi, n° de suivi, référence,
            réservation, numéro de réservation, numéro de client, numéro de série, code postal, code promo,
            code erreur, code produit, prix, montant, quantité, solde, nom d'utilisateur, nom du fichier,
            nom du produit, nom de fichier, nom de l'entreprise, siret, siren, colis, numéro de dossier,
            indicatif, n° de série, vol, siège, chambre, date d'expiration, lieu de naissance, code pays,
            code barre, nom du réseau, nom de domaine, nom de l'appareil, date, heure, total,
            version du document
        hotline: service client, service clients, numéro vert, appelez-nous, contactez-nous, standard,
            assistance, support, service après-vente
        version: version de l'application, version du logiciel
        actions: mot de passe oublié, afficher le mot de passe, modifier le mot de passe,
            changer le mot de passe, réinitialiser le mot de passe
        """
    )
}
