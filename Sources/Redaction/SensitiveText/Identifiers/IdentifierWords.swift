/// Words of identifiers that decide whether an identifier names a secret, with commas between them.
package enum IdentifierWords {
    /// Meaning of a word for the identifier that it is a part of.
    package enum Role: Sendable {
        case secret
        /// Names a secret only where all words beside it are plain ones: `pan`, but not `panView`.
        case alone
        /// Names a secret only where all words beside it are plain ones and something is entered: `codeInput`, but neither
        /// `code` nor `qrCodeInput`.
        case entered
        /// Has no bearing on the meaning of the element.
        case plain
        case entry
        /// Says that the element holds a value: `field`.
        case field
        /// Says that the element shows something about a value, and never the value: `icon`.
        case valueless
        /// Says that the element is there to be tapped: `button`.
        case control
        /// Names the action of a control: `change`.
        case action
        /// Names the action of a control, and never a value: `forgot`.
        case request
        /// Says that the element may be the caption of another one: `label`.
        case caption
        /// Is found as a whole word only, because it is too short to run together with others.
        case whole
    }

    /// Terms of ``SecretTerms`` that are something else in identifiers: `pins` are those of a map, and `tan`
    /// is a colour.
    package static let notInIdentifiers = "pins, pin, secret, tan, so the, inn, credit card, debit card, creditcard"

    /// Words that mostly name secrets, with the words that change their meaning and hardly ever stand beside a secret.
    package static let mostlySecret: [(terms: String, company: String)] = [
        (
            "pin",
            """
            map, maps, drop, dropped, marker, markers, top, board, boards, message, messages, chat, chats, post, posts,
            note, notes, comment, location, locations, place, places, geo, poi, tab, tabs, list, conversation, thread,
            annotation, cluster, callout, latitude, longitude, lat, lng, route, bowling, push, rolling, favorite,
            favorites, favourite, favourites, sidebar, window, dashboard, story, reel, tweet, badge, gpio, connector,
            color, colour, image, images, shortcut, widget, playlist, repo, stream, video, point
            """
        ),
        (
            "pass",
            """
            boarding, bus, class, ski, season, gym, day, travel, battle, game, event, park, parking, museum, train, metro,
            transit, through, thru, fail, failed, count, rate, ratio, percentage, percent, hall, mountain, forward, ball,
            grade, mark, marks, test, tests, visitor, backstage, track, filter, high, low, band, festival, ticket,
            tickets, lift, list, render, by, over, around, along, away
            """
        ),
        (
            "secret",
            """
            santa, menu, sauce, garden, admirer, level, society, deal, deals, sale, escapes, agent, service, mission,
            chat, room, place, shop, weapon, ingredient, recipe, victoria, victorias, friend
            """
        ),
        (
            "token, tokens",
            """
            count, counts, list, symbol, price, prices, swap, name, amount, supply, market, type, limit, limits, usage,
            ring, color, colour, max, sale, chart, selector, search, picker, gas, economy, holders, design
            """
        ),
        (
            "balance, saldo, solde, kontostand, guthaben",
            """
            board, load, white, work, wheel, scale, color, colour, audio, bike, exercise, life, stereo, slider, beam,
            hormone, training, chemistry
            """
        ),
        ("salary", "guide, calculator, survey, comparison"),
        (
            "credit card, debit card",
            """
            option, options, radio, type, brand, offer, offers, apply, promo, promotion, method, methods, benefits, faq,
            scanner
            """
        ),
    ]

    package static let wordsByRoles: [(terms: String, roles: [Role])] = [
        (
            """
            pswd, psw, pw, ccv, card security, sms verify, pword, passwrd, psswd, mpin, tpin, ipin, upin, cvn, ccn, bban, clabe, ifsc, vpa, curp, cnpj,
            cuit, cuil, mrn, dob, passport, aadhaar, aadhar, adhaar, tfn, itin, cccd, cnic, jmbg, oib, snils, nric, hkid, mykad, bvn, iqama, tckn,
            tc kimlik, hetu, amka, jwt, keystore, wallet seed, track1, track2, cryptogram, jelszo, jelszó, lozinka, geslo, parool, slaptazodis,
            puk, puk2, psk, utr, credentials, creds, gehalt, net worth, credit score,
            annual income, monthly income, net income, gross income, medicare, bank account, bank acct, maiden name,
            mothers maiden, mother maiden, date of birth, birth date, day of birth, month of birth, year of birth,
            birth year, geburtsdatum, date naissance, date de naissance, fecha nacimiento,
            fecha de nacimiento, data nascita, data di nascita, data nascimento, data de nascimento, geboortedatum,
            födelsedatum, fodelsedatum, fødselsdato, fodselsdato, data urodzenia, doğum tarihi, dogum tarihi, mima,
            yanzhengma, shenfenzheng, parol, contrasenia, contrasenya, clave, mot passe, code sms, kod sms, codigo sms,
            code acces, numero tarjeta, tarjeta numero, numero cuenta, codigo seguridad, codigo verificacion,
            numero cartao, numero conta, codigo seguranca, chave pix, chave acesso, numero carte, carte numero,
            numero compte, code securite, num secu, numero secu, numero carta, carta numero, codice sicurezza,
            kart no, kart numara, hesap no, kimlik no, rodne cislo, numer karty, numer konta,
            personalausweis, geheimnummer, geheimcode, emirates id, sort code
            """, [.secret]
        ),
        (
            """
            nhs, otc, seed, wif, pan, sin, ein, tin, aba, bic, swift, cid, rut, rfc, nie, nid, nin, nik, nip, egn, cnp, rg, vat, bsb, abn, cpr, afm
            """, [.alone, .whole]
        ),
        (
            """
            routing, cookie, bearer, authorization, id card, birthday, income, wages, expiry, expiration, expiry date, expiration date, exp date,
            expiry month, expiry year, expiration month, expiration year, exp month, exp year, valid thru, valid through,
            email, e mail, mail, mail address, phone, telephone, telefon, telefono, telefone, phone number, phone no, mobile number,
            mobile no, cell phone, contact number, telefonnummer, handynummer, msisdn
            """, [.alone]
        ),
        ("code, codes, mobile", [.entered, .plain]),
        ("tan", [.entered, .plain, .whole]),
        (
            """
            field, fields, input, inputs, digit, digits, et, edt, edit text, tf, text field, text box, text input,
            text area, textedit, value, box, boxes, feld, eingabe, campo, champ, saisie, veld
            """, [.field, .entry, .plain]
        ),
        ("enter, entry, prompt, number, numbers, num, nummer, type in, insert", [.entry, .plain]),
        (
            """
            my, tv, txt, text, text view, user, usr, customer, client, member, owner, holder, new, old, current, existing,
            repeat, retype, again, the, your, str, string, data, info, detail, details, cell, row, wrapper,
            container, layout, text input layout, text input edit text, til, group, form, component, element, first,
            second, third, last, full, raw, masked, unmasked, hidden, visible, bank, banking, amex, visa, card, credit, debit,
            payment, pay, checkout, billing, wallet, mobile, web, online, net, upi, atm, sim, esim, tax, address,
            contact, sender, recipient, receiver, beneficiary, payee, work, home, business, company, employer, employee,
            personal, primary, secondary, alternate, emergency, guardian, parent, profile, account, acct, registered,
            login, register, signup, sign up, sign in, signin, patient, student, doctor, recovery, backup, delivery, invoice,
            driver, passenger, guest, partner, friend, family, buyer, seller, host, child, spouse, mother, father,
            applicant, candidate, participant, insured, national, alert, dialog, locator, role, testid,
            one, two, three, four, internal, static
            """, [.plain]
        ),
        ("m, a, of, for, and, to, in, is, id, no, nr, ac, re, by, com, get, test, app, net, at", [.plain, .whole]),
        ("label, lbl, title, caption, heading, header", [.plain, .caption]),
        (
            """
            icon, icons, ic, hint, hints, help, helper, tip, tips, tooltip, error, errors, warning, strength, meter, rule,
            rules, requirement, requirements, criteria, policy, toggle, switch, checkbox, eye, visibility, divider,
            separator, arrow, chevron, timer, countdown, logo, placeholder, settings, setting, mismatch, invalid,
            incorrect, attempts, spinner, loader, loading, progress, animation, background, border, validation, validator,
            changed, expired, required, success, what, whats, why, how, where, learn, about
            """, [.valueless]
        ),
        (
            "button, btn, link, lnk, tab, fab, cta, menu, menu item, action, bouton, boton, knopf, schaltfläche",
            [.control]
        ),
        (
            """
            add, call, cancel, change, check, clear, confirm, contact, continue, create, delete, disable, done, edit,
            enable, enter, generate, get, go, login, manage, next, open, paste, recover, regenerate, register, remove,
            request, reset, retry, save, see, send, set, setup, share, sign in, signin, submit, unlock, update, use,
            validate, verify, view
            """, [.action]
        ),
        ("confirm, create, enter, new, set, setup, update, validate, verify, check, edit, add, save", [.plain]),
        (
            """
            copy, dimenticata, esqueci, forget, forgot, forgotten, hide, lost, olvidada, olvide, oublie, resend, reveal,
            scan, show, toggle, vergessen
            """, [.request, .action]
        ),
        // A credential, and what goes without a password: neither shows any.
        ("passkey, passkeys, passwordless, birthday card, palabra clave, pass through, pass by", [.plain]),
    ]

    /// Secrets that are named by two words in a row, each of the first with each of the last.
    package static let compounds: [(first: String, last: String, roles: [Role])] = [
        (
            """
            card, kart, karten, kort, cc, credit card, debit card, bank card, account, acct, acc, ac, bank account, konto,
            depot, passport, licence, license, driving licence, driving license, driver licence, driver license,
            drivers licence, drivers license, dl, id, id card, identity, identity card, identification, national id,
            personal id, voter id, social security, social insurance, national insurance, ni, insurance,
            health insurance, health card, policy, medical record, medical card, nhs, patient, tax, taxpayer, tax file,
            iban, routing, transit, pan, pension, document, doc, medical, visa, residence permit, permit, beneficiary, payee, sv, ahv,
            sozialversicherungs, rentenversicherungs, versicherungs, versicherten, steuer, ausweis, personalausweis,
            pass, kreditkarten, ic, vat, tin, ein, sin, nin, bsb, aba
            """, "number, no, num, nr, nbr, nummer, numero, numer", [.secret]
        ),
        (
            "card, cc, credit card, debit card, ssn, account, acct, pan, iban, aadhaar, ssn",
            "last4, last 4, last four, last digits, digits, ending, suffix, first6", [.secret]
        ),
        (
            """
            patient, national, personal, citizen, steuer, tax, taxpayer, health, medical, insurance, nhs, voter, civil,
            government, session, passport, license, licence, resident, residence, upi
            """, "id, ident, identifier, idnr", [.secret]
        ),
        (
            """
            otp, verification, sms, mfa, 2fa, two factor, two step, 2 step, auth, authentication, authenticator,
            authorization, authorisation, security, secure, access, lock, activation, pin, pass, one time, single use,
            confirmation, recovery, backup, email, pairing, door, gate, alarm, lockbox, v, device, secret, card, puk, totp, token,
            temporary, temp, safety, withdrawal, cvv, cvc, cvn, card security, card verification, validation, six digit,
            6 digit, 4 digit, four digit, safe, vault, master, fiscal, challenge, bank, branch, setup, swift, bic, sort, ifsc, routing
            """, "code, codes, kode, kod", [.secret]
        ),
        (
            "verify, confirm, validate, activate, unlock, reset, login, log in, signin, sign in, pair, enter",
            "code, codes", [.secret, .action]
        ),
        (
            """
            api, secret, private, wallet, crypto, encryption, encrypt, decryption, decrypt, wifi, wlan, wpa, wpa2, wep,
            network, recovery, backup, access, signing, master, ssh, pgp, gpg, auth, authentication, security, license,
            licence, product, activation, session, shared, pre shared, aes, rsa, hmac, symmetric, hotspot, router, aws,
            consumer, client, registration, serial, priv, setup, manual entry, pairing
            """, "key, keys", [.secret]
        ),
        (
            "seed, recovery, backup, secret, mnemonic, wallet", "phrase, phrases, words, word", [.secret]
        ),
        (
            "security, sec, secret, memorable, challenge",
            "question, questions, answer, answers, word, name, date, place",
            [.secret]
        ),
        (
            "card, cc, credit card, debit card", "expiry, expiration, exp, exp date, expiry date, expires, valid thru",
            [.secret]
        ),
    ]
}
