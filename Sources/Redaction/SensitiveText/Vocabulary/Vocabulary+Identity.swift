extension Vocabulary {
    static let identity = [
        kind(
            .nationalNumber,
            """
            id number, id no, identity number, identity no, national id, national id number,
            national identity number, national number, identification number, personal id, personal number,
            personal identification number, personal code, tax id, tax number, tax identification number,
            taxpayer id, tin, fiscal code, social security, social insurance, citizen id, government id,
            identity card, identity card number, id card, id card number, health number, health card number,
            patient number, ausweisnummer, personalausweisnummer, identifikationsnummer, steuernummer,
            sozialversicherungsnummer, personenkennziffer, numéro d'identité, numéro national, numéro fiscal,
            numéro d'identification, carte d'identité, número de identificación, número de identidad,
            documento de identidad, identificación, documento, cédula, número fiscal, numero di identificazione,
            carta d'identità, documento d'identità, número de identificação, documento de identificação,
            identiteitsnummer, identiteitskaart, numer identyfikacyjny, numer dowodu,
            numer identyfikacji podatkowej, удостоверение личности, идентификационный номер, идентификатор личности,
            身份证, 身份证号, 身份证号码, 身分證字號, 证件号码, 证件号, 個人番号, 身分証番号, 주민번호, 신분증 번호, رقم الهوية, الهوية الوطنية, الرقم القومي,
            رقم الهوية الوطنية, kimlik numarası, kimlik no, isikukood, asmens kodas, henkilötunnus, personnummer,
            rodné číslo, αριθμός ταυτότητας,
            کد ملی, شماره ملی, מספר תעודת זהות
            """
        ),
        scheme(.unitedStatesSSN, "ssn, social security number, social security no, soc sec, ss number, ssn number"),
        scheme(.unitedStatesITIN, "itin, individual taxpayer identification number"),
        scheme(.canadaSIN, "sin, social insurance number, social insurance no, nas, numéro d'assurance sociale"),
        scheme(.mexicoCURP, "curp"),
        scheme(.mexicoRFC, "rfc"),
        scheme(.brazilCPF, "cpf, cpf cnpj, cpf do titular"),
        scheme(.brazilCNPJ, "cnpj, cpf cnpj"),
        scheme(.argentinaCUIT, "cuit, cuil, cuit cuil"),
        scheme(.argentinaDNI, "dni"),
        scheme(.chileRUT, "rut, run"),
        scheme(.colombiaNIT, "nit"),
        scheme(.ecuadorCI, "cédula, cédula de identidad, cédula de ciudadanía, ci"),
        scheme(.dominicanCedula, "cédula, cédula de identidad"),
        scheme(
            .unitedKingdomNINO,
            """
            national insurance, national insurance number, national insurance no, ni number, nino, ni no
            """
        ),
        scheme(.unitedKingdomNHS, "nhs, nhs number, nhs no"),
        scheme(.unitedKingdomUTR, "utr, unique taxpayer reference"),
        scheme(.irelandPPS, "pps, ppsn, pps number, pps no"),
        scheme(
            .germanyTaxID,
            """
            steuer id, steueridentifikationsnummer, steuer identifikationsnummer, idnr, steuer idnr, tax id,
            identifikationsnummer, steuerliche identifikationsnummer
            """
        ),
        scheme(.germanyTaxNumber, "steuernummer, steuer nr, st nr, tax number"),
        scheme(
            .germanyPension,
            """
            rentenversicherungsnummer, sozialversicherungsnummer, versicherungsnummer, sv nummer, rv nummer, svnr,
            rvnr
            """
        ),
        scheme(.austriaInsurance, "sozialversicherungsnummer, sv nummer, svnr, versicherungsnummer"),
        scheme(
            .switzerlandAHV,
            """
            ahv, ahv nummer, ahv nr, avs, numéro avs, no avs, ahvn13, versichertennummer, numero avs
            """
        ),
        scheme(
            .franceNIR,
            """
            nir, numéro de sécurité sociale, n° de sécurité sociale, sécurité sociale, n° sécu, numéro de sécu,
            no sécu, insee
            """
        ),
        scheme(.franceTaxNumber, "numéro fiscal, n° fiscal, spi, référence fiscale"),
        scheme(
            .belgiumNational,
            """
            rijksregisternummer, numéro national, registre national, numéro de registre national, insz, niss,
            nationaal nummer
            """
        ),
        scheme(.netherlandsBSN, "bsn, burgerservicenummer, sofinummer, bsn nummer"),
        scheme(.italyCodiceFiscale, "codice fiscale, cod fiscale, cf, c f"),
        scheme(.spainDNI, "dni, nif, dni nif, dni nie, documento nacional de identidad"),
        scheme(.spainNIE, "nie, número de identidad de extranjero, dni nie"),
        scheme(
            .portugalNIF,
            """
            nif, contribuinte, número de contribuinte, nº de contribuinte, número de identificação fiscal
            """
        ),
        scheme(.portugalCC, "cartão de cidadão, cartão do cidadão, cc"),
        scheme(.greeceAMKA, "αμκα, amka, α.μ.κ.α"),
        scheme(.greeceAFM, "αφμ, afm, α.φ.μ"),
        scheme(.polandPESEL, "pesel, nr pesel, numer pesel"),
        scheme(.polandNIP, "nip, nr nip, numer nip"),
        scheme(.czechRC, "rodné číslo, rč, r č, rodné č"),
        scheme(.romaniaCNP, "cnp, cod numeric personal"),
        scheme(.bulgariaEGN, "егн, egn"),
        scheme(.croatiaOIB, "oib, osobni identifikacijski broj"),
        scheme(.yugoslavJMBG, "jmbg, emšo, jedinstveni matični broj"),
        scheme(.swedenPersonnummer, "personnummer, personnr, pers nr, samordningsnummer"),
        scheme(.norwayFodselsnummer, "fødselsnummer, personnummer, fnr, fødselsnr"),
        scheme(.denmarkCPR, "cpr, cpr nummer, cpr nr, personnummer"),
        scheme(.finlandHETU, "henkilötunnus, hetu, sotu"),
        scheme(.icelandKennitala, "kennitala, kt"),
        scheme(.balticPersonalCode, "isikukood, asmens kodas, personal code"),
        scheme(.russiaINN, "инн, inn"),
        scheme(.russiaSNILS, "снилс, snils, страховой номер"),
        scheme(.ukraineRNTRC, "рнокпп, іпн, ідентифікаційний код, rntrc"),
        scheme(.turkeyTCKimlik, "tc kimlik, tckn, t c kimlik no, tc kimlik no, kimlik no, tc no"),
        scheme(.israelID, "תעודת זהות, מספר זהות, ת ז, teudat zehut"),
        scheme(.emiratesID, "emirates id, الهوية الإماراتية"),
        scheme(.saudiID, "iqama, iqama number, رقم الإقامة, الإقامة"),
        scheme(.egyptID, "الرقم القومي"),
        scheme(.southAfricaID, "rsa id, sa id, south african id, id number"),
        scheme(
            .indiaAadhaar,
            """
            aadhaar, aadhar, aadhaar number, aadhaar no, uidai, uid, आधार, आधार संख्या, आधार नंबर
            """
        ),
        scheme(.indiaPAN, "pan, pan number, pan card, pan card number, pan no, पैन, permanent account number"),
        scheme(.pakistanCNIC, "cnic, nic, cnic number"),
        scheme(.chinaResident, "身份证, 身份证号, 身份证号码, 公民身份号码, 证件号码, 证件号, resident id"),
        scheme(.hongKongID, "hkid, 香港身份證, 身份證號碼, hkid number"),
        scheme(.taiwanID, "身分證字號, 身分證, 身分證號"),
        scheme(.japanMyNumber, "マイナンバー, 個人番号, my number"),
        scheme(.koreaRRN, "주민등록번호, 주민번호, rrn, resident registration number"),
        scheme(.singaporeNRIC, "nric, fin, nric fin, nric no"),
        scheme(.malaysiaNRIC, "mykad, nric, no kad pengenalan, kad pengenalan, ic number, no ic"),
        scheme(.indonesiaNIK, "nik, ktp, no ktp, nomor induk kependudukan"),
        scheme(.thailandPIN, "เลขประจำตัวประชาชน, เลขบัตรประชาชน, thai id"),
        scheme(.vietnamCCCD, "cccd, căn cước, cmnd, số cccd, căn cước công dân"),
        scheme(.australiaTFN, "tfn, tax file number"),
        scheme(.australiaMedicare, "medicare, medicare number, medicare card, medicare no"),
        scheme(.newZealandIRD, "ird, ird number, ird no"),
        kind(
            .passport,
            """
            passport, passport number, passport no, passport num, passport nr, reisepass, reisepassnummer,
            passnummer, pass nr, passeport, numéro de passeport, n° de passeport, pasaporte, número de pasaporte,
            nº de pasaporte, passaporto, numero di passaporto, numero passaporto, passaporte, número do passaporte,
            nº do passaporte, paspoort, paspoortnummer, paszport, numer paszportu, nr paszportu, паспорт,
            номер паспорта, серия и номер паспорта, серия и номер, 护照, 护照号, 护照号码, 護照號碼, パスポート, パスポート番号, 旅券番号, 여권번호,
            여권, جواز السفر, رقم جواز السفر, رقم الجواز, pasaport no, pasaport numarası,
            דרכון, מספר דרכון, หนังสือเดินทาง, เลขที่หนังสือเดินทาง, พาสปอร์ต, पासपोर्ट, पासपोर्ट नंबर,
            شماره گذرنامه, گذرنامه
            """
        ),
        kind(
            .drivingLicence,
            """
            driver license, drivers license, driver's license, driving licence, driving license, driver licence,
            license number, licence number, licence no, license no, dl number, dl no, driver's licence,
            driver license number, driver's license number, driving licence number, driving license number,
            führerschein, führerscheinnummer, führerschein nr, permis de conduire, numéro de permis, n° de permis,
            permiso de conducir, licencia de conducir, carnet de conducir, patente di guida, numero patente,
            patente, carta de condução, cnh, carteira de motorista, rijbewijs, rijbewijsnummer, prawo jazdy,
            numer prawa jazdy, водительское удостоверение, номер водительского удостоверения, права, 驾驶证, 驾驶证号, 驾照,
            駕照, 運転免許証, 免許証番号, 운전면허, 면허번호, رخصة القيادة, رقم الرخصة, ehliyet no, körkort,
            רישיון נהיגה, רשיון נהיגה, מספר רישיון נהיגה, 운전면허 번호, 운전면허증 번호, ใบขับขี่, ใบอนุญาตขับขี่,
            ड्राइविंग लाइसेंस, посвідчення водія, водійське посвідчення
            """
        ),
        kind(
            .dateOfBirth,
            """
            date of birth, dob, d o b, birth date, birthdate, birthday, born, born on, birth, geburtsdatum,
            geburtstag, geboren, geboren am, geb, date de naissance, né le, née le, naissance, anniversaire,
            né(e) le, fecha de nacimiento, f nacimiento, nacimiento, nacido, nacida, data di nascita, nascita,
            nato il, nata il, data de nascimento, nascimento, nascido em, dt nascimento, geboortedatum, geboren op,
            verjaardag, data urodzenia, urodzony, urodzona, ur, дата рождения, родился, родилась, день рождения,
            рождения, дата народження, 出生日期, 生日, 出生年月日, 出生年月, 出生, 生年月日, 生まれ, 誕生日, 생년월일, 생일, تاريخ الميلاد, المولد,
            doğum tarihi, doğum, födelsedatum, fødselsdato, syntymäaika, datum narození, ngày sinh, tanggal lahir,
            जन्म तिथि, วันเกิด, תאריך לידה, ημερομηνία γέννησης,
            יום הולדת, जन्मतिथि, تاریخ تولد
            """
        ),
        kind(
            .vin,
            """
            vin, vehicle identification number, chassis number, fahrgestellnummer, fin nummer,
            fahrzeug identifizierungsnummer, numéro de châssis, número de chasis, bastidor, numero di telaio,
            chassi, chassisnummer, numer vin, номер кузова, 车架号, 車台番号, رقم الهيكل,
            מספר שלדה, 차대번호
            """
        ),
        kind(
            .imei,
            """
            imei, imei1, imei2, imei 1, imei 2, imeisv, imei number, imei nummer, código imei, numéro imei,
            device imei, رقم imei, 串号
            """
        ),
        kind(
            .iccid,
            """
            iccid, sim number, sim card number, sim id, sim kartennummer, sim nummer, numéro de sim, sim serial
            """
        ),
    ]
}
