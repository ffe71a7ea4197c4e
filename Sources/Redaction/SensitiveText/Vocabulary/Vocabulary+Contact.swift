extension Vocabulary {
    static let contact = [
        kind(
            .email,
            """
            email, e-mail, email address, e-mail address, mail address, mail, e-mail-adresse, mailadresse,
            adresse e-mail, adresse mail, adresse email, courriel, correo, correo electrónico, dirección de correo,
            dirección de correo electrónico, indirizzo email, indirizzo e-mail, indirizzo di posta,
            endereço de email, endereço de e-mail, e-mailadres, adres e-mail, adres email, почта, электронная почта,
            адрес электронной почты, эл почта, 邮箱, 电子邮箱, 电子邮件, 邮箱地址, 邮件地址, メールアドレス, メール, 이메일, 이메일 주소,
            البريد الإلكتروني, بريد إلكتروني, عنوان البريد الإلكتروني, e posta,
            אימייל, דואר אלקטרוני, מייל, דואל, כתובת מייל, כתובת אימייל, כתובת דואר אלקטרוני, อีเมล, อีเมล์,
            ที่อยู่อีเมล, ईमेल, ईमेल पता, електронна пошта, пошта, ایمیل, پست الکترونیک
            """
        ),
        kind(
            .phone,
            """
            phone, phone number, phone no, telephone, telephone number, tel, tel no, mobile, mobile number,
            mobile no, mobile phone, cell, cell phone, cellphone, contact number, contact no, home phone,
            work phone, fax, whatsapp, sms to, call me at, telefon, telefonnummer, tel nr, rufnummer, handy,
            handynummer, mobilnummer, mobil, mobiltelefon, festnetz, téléphone, numéro de téléphone,
            n° de téléphone, portable, tél, numéro de portable, teléfono, número de teléfono, móvil, celular,
            número de móvil, telefono, numero di telefono, cellulare, cell, telefone, número de telefone, telemóvel,
            celular, telefoon, telefoonnummer, mobiel, mobiel nummer, gsm, numer telefonu, nr telefonu, komórka,
            telefon komórkowy, телефон, номер телефона, мобильный, мобильный телефон, моб, тел, 电话, 手机, 手机号, 手机号码,
            电话号码, 聯絡電話, 联系电话, 電話, 電話番号, 携帯電話, 携帯番号, 携帯, 전화번호, 전화, 휴대폰, 휴대폰 번호, 연락처, رقم الهاتف, هاتفي, جوالي,
            الهاتف, هاتف, الجوال, رقم الجوال, جوال, رقم الموبايل, telefon numarası, cep telefonu, cep, puhelin,
            puhelinnumero, số điện thoại, nomor telepon, no hp, फ़ोन, मोबाइल, טלפון, נייד, τηλέφωνο, κινητό,
            מספר טלפון, טלפון נייד, מספר נייד, סלולרי, פלאפון, เบอร์โทรศัพท์, หมายเลขโทรศัพท์, โทรศัพท์,
            เบอร์มือถือ, โทรศัพท์มือถือ, फोन, फ़ोन नंबर, फोन नंबर, मोबाइल नंबर, номер телефону, мобільний,
            شماره تلفن, تلفن همراه, شماره موبایل
            """
        ),
        kind(
            .personName,
            """
            name, full name, your name, first name, last name, surname, family name, given name, given names,
            middle name, maiden name, mother's maiden name, cardholder, cardholder name, name on card, card holder,
            account holder, recipient, recipient name, beneficiary, patient, patient name, passenger,
            passenger name, guest name, customer name, contact person, emergency contact, sender, payee, holder,
            insured, driver name, traveller, traveler, employee name, employee, signed by, legal name, attendee,
            vorname, nachname, familienname, vor- und nachname, vollständiger name, kontoinhaber, kontoinhaberin,
            karteninhaber, empfänger, ansprechpartner, geburtsname, patientin, fahrgast, absender, versicherter,
            name des karteninhabers, mitarbeiter, nom, prénom, nom complet, nom de famille, nom et prénom,
            titulaire, titulaire du compte, titulaire de la carte, bénéficiaire, destinataire, passager,
            nom du titulaire, expéditeur, nom de naissance, personne à contacter, nombre, nombre completo, apellido,
            apellidos, nombre y apellidos, titular, titular de la tarjeta, titular de la cuenta, destinatario,
            beneficiario, paciente, pasajero, nombre del titular, remitente, primer apellido, nome, cognome,
            nome completo, nome e cognome, intestatario, titolare, titolare della carta, destinatario, passeggero,
            paziente, intestatario del conto, mittente, beneficiario, sobrenome, apelido, nome do titular,
            titular do cartão, titular da conta, destinatário, passageiro, nome próprio, beneficiário, remetente,
            nome da mãe, naam, voornaam, achternaam, volledige naam, rekeninghouder, kaarthouder, ontvanger,
            patiënt, passagier, contactpersoon, naam kaarthouder, afzender, begunstigde, imię, nazwisko,
            imię i nazwisko, posiadacz karty, właściciel rachunku, odbiorca, pasażer, pacjent, właściciel konta,
            nadawca, nazwisko panieńskie, imiona, имя, фамилия, отчество, фио, имя и фамилия, получатель,
            владелец карты, держатель карты, пассажир, пациент, отправитель, полное имя, контактное лицо,
            имя получателя, имя держателя карты, 姓名, 名字, 真实姓名, 收件人, 收货人, 持卡人, 持卡人姓名, 联系人, 开户名, 户名, 乘客, 患者, 寄件人, 收款人,
            氏名, 名前, お名前, 受取人, 名義人, 口座名義, カード名義, カード名義人, 宛名, 患者名, 이름, 성명, 받는 사람, 예금주, 수취인, الاسم, الاسم الكامل,
            اسم العائلة, الاسم الأول, اسم حامل البطاقة, المستلم, اسم المستلم, صاحب الحساب, اسم المريض, المستفيد,
            اسم صاحب الحساب, ad soyad, adı soyadı, isim, soyad, namn, förnamn, efternamn, fullt navn, nimi, jméno,
            příjmení, họ tên, họ và tên, nama, nama lengkap,
            שם מלא, שם, שם פרטי, שם משפחה, שם בעל החשבון, שם בעל הכרטיס, בעל הכרטיס, בעל החשבון, נמען, מוטב,
            שם הנוסע, איש קשר, ชื่อ, ชื่อ-นามสกุล, ชื่อ นามสกุล, นามสกุล, ชื่อผู้ถือบัตร, ผู้รับ, ชื่อผู้รับ, नाम,
            पूरा नाम, उपनाम, ім'я, прізвище, піб, отримувач, نام, نام خانوادگی, نام و نام خانوادگی, گیرنده
            """
        ),
        kind(
            .postalAddress,
            """
            address, home address, postal address, mailing address, shipping address, billing address,
            delivery address, street address, residential address, ship to, deliver to, bill to, street,
            address line 1, residence, adresse, anschrift, lieferadresse, rechnungsadresse, wohnadresse,
            postanschrift, wohnort, straße, straße und hausnummer, wohnhaft, hausanschrift, lieferanschrift,
            adresse postale, adresse de livraison, adresse de facturation, domicile, lieu de résidence, livrer à,
            dirección, dirección de envío, dirección de facturación, domicilio, dirección postal, enviar a,
            indirizzo, indirizzo di spedizione, indirizzo di fatturazione, residenza, indirizzo di consegna,
            indirizzo di residenza, spedire a, endereço, morada, endereço de entrega, endereço de cobrança,
            endereço residencial, entregar em, adres, adres dostawy, bezorgadres, factuuradres, woonadres,
            afleveradres, postadres, straat, adres zamieszkania, adres wysyłki, adres do korespondencji,
            adres zameldowania, адрес, адрес доставки, домашний адрес, адрес проживания, почтовый адрес,
            место жительства, адрес регистрации, адрес получателя, 地址, 收货地址, 收件地址, 家庭住址, 住址, 通讯地址, 详细地址, 联系地址, 住所,
            配送先, お届け先, ご住所, 送付先, 自宅住所, お届け先住所, 주소, 배송지, 배송 주소, 집 주소, العنوان, عنوان السكن, عنوان التوصيل,
            عنوان الشحن, عنوان المنزل, عنوان الفاتورة, teslimat adresi, ev adresi, fatura adresi, osoite, địa chỉ,
            alamat, पता, כתובת, διεύθυνση,
            כתובת למשלוח, כתובת מגורים, כתובת בית, רחוב, ที่อยู่, ที่อยู่จัดส่ง, डिलीवरी का पता, адреса,
            адреса доставки, آدرس, نشانی
            """
        ),
        kind(
            .coordinates,
            """
            coordinates, gps, standort, ubicación, locatie, 位置, 位置情報, location, latitude, longitude, lat, lng, lon, lat long, koordinaten, breitengrad,
            längengrad, coordonnées, coordenadas, latitud, longitud, coordinate, latitudine, longitudine,
            coördinaten, współrzędne, координаты, широта, долгота, 坐标, 经度, 纬度, 緯度, 経度, 座標, الإحداثيات, خط العرض,
            خط الطول,
            מיקום, קואורדינטות, נקודת ציון, קו רוחב, קו אורך, 위치, 좌표, 위도, 경도, พิกัด, निर्देशांक, координати
            """
        ),
        kind(
            .ipAddress,
            """
            ip, ip address, ip adresse, adresse ip, dirección ip, indirizzo ip, endereço ip, ip adres, adres ip,
            ip адрес, адрес ip, ip 地址, ip地址, ipアドレス, ip アドレス, ipv4, ipv6, عنوان ip, gateway, dns, host, server ip,
            client ip, remote address, public ip, private ip, subnet, netmask,
            כתובת ip, ip 주소, ip주소
            """
        ),
        kind(
            .macAddress,
            """
            mac, mac address, mac adresse, adresse mac, dirección mac, indirizzo mac, endereço mac, mac adres,
            adres mac, mac адрес, mac 地址, mac地址, macアドレス, عنوان mac, wi fi address, wifi address, bluetooth address,
            bssid, hardware address,
            כתובת mac, mac 주소, mac주소
            """
        ),
    ]
}
