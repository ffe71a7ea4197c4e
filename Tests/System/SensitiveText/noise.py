"""Lines that look like values and are none: prose, logs, tables of prices, products, numbers whose check digit is wrong."""

import string

import made_numbers
import values


def digits(rng, count):
    return values.characters(rng, string.digits, count)


def prose(rng, language):
    """Sentences, with a number of something in them."""
    fake = values.faker(rng, language)
    words = fake.sentence(nb_words=rng.randint(5, 11))
    number = rng.choice([digits(rng, 2), f"{rng.randint(1950, 2025)}", f"{rng.randint(1, 99)} %", f"{digits(rng, 3)}.{digits(rng, 3)}", f"{digits(rng, 4)} m"])
    place = words.find(" ") if " " in words else len(words) // 2
    return words[:place] + " " + number + words[place:]


def log_line(rng, _):
    return rng.choice([
        f"2024-0{rng.randint(1, 9)}-1{rng.randint(0, 9)}T{rng.randint(10, 23)}:{rng.randint(10, 59)}:0{rng.randint(0, 9)}.{digits(rng, 3)}Z INFO worker-{rng.randint(1, 9)} took {digits(rng, 3)} ms",
        f"[{digits(rng, 5)}.{digits(rng, 6)}] usb 1-{rng.randint(1, 9)}: new device number {rng.randint(2, 90)}",
        f"GET /api/v2/items/{digits(rng, 8)} 200 {rng.randint(2, 300)}ms",
        f"Request {values.characters(rng, '0123456789abcdef', 8)}-{digits(rng, 4)}-4{digits(rng, 3)}-a{digits(rng, 3)}-{values.characters(rng, '0123456789abcdef', 12)}",
        f"commit {values.characters(rng, '0123456789abcdef', 40)}", f"#{values.characters(rng, '0123456789ABCDEF', 6)}  rgb({rng.randint(0, 255)}, {rng.randint(0, 255)}, 12)",
        f"at main.swift:{rng.randint(1, 900)}:{rng.randint(1, 80)}", f"pip install package=={rng.randint(1, 9)}.{rng.randint(0, 30)}.{rng.randint(0, 9)}",
        f"python-{rng.randint(2, 3)}.{rng.randint(1, 14)}.{rng.randint(0, 9)}-amd64.exe  {digits(rng, 2)},{digits(rng, 3)},{digits(rng, 3)} bytes", "icon@2x.png  512x512", "npm i @types/node@20.11.5",
    ])


def goods(rng, language):
    fake = values.faker(rng, language)
    return rng.choice([
        f"{rng.randint(1, 12)} × {fake.word()} {rng.randint(1, 99)},{digits(rng, 2)} €", f"USB-C {rng.randint(1, 3)}.{rng.randint(0, 2)} / {rng.randint(5, 240)} W / {digits(rng, 3)}-{digits(rng, 4)}",
        f"{rng.randint(1, 28):02}.{rng.randint(1, 12):02}.2024  -{rng.randint(1, 999)},{digits(rng, 2)}", f"{rng.randint(0, 5)} : {rng.randint(0, 5)}  ({rng.randint(0, 3)} : {rng.randint(0, 2)})",
        f"ISBN 978-{rng.randint(0, 9)}-{digits(rng, 4)}-{digits(rng, 4)}-{digits(rng, 1)}", f"EAN 40{digits(rng, 11)}", f"Art.-Nr. {digits(rng, 3)}.{digits(rng, 3)}.{digits(rng, 2)}", f"{digits(rng, 3)} 456 {digits(rng, 3)}",
        f"LEGO {digits(rng, 5)}", f"{rng.randint(100, 999)} kcal · {rng.randint(1, 99)} g", f"★ 4.{rng.randint(0, 9)} ({digits(rng, 4)})", f"Windows 11 23H2 ({digits(rng, 5)}.{digits(rng, 4)})",
        f"{rng.randint(1000, 9999)} x {rng.randint(1000, 9999)} px", f"{rng.randint(1, 12)}:{rng.randint(10, 59)} – {rng.randint(1, 12)}:{rng.randint(10, 59)}", f"ICE {digits(rng, 3)}  {rng.randint(1, 23):02}:{rng.randint(0, 59):02} +{rng.randint(1, 20)}",
        f"{digits(rng, 2)}-{digits(rng, 2)}-{digits(rng, 2)}-{digits(rng, 2)}", f"DHL {digits(rng, 20)}", f"No. {digits(rng, 6)}-{digits(rng, 3)}",
    ])


def wrong_number(rng, _):
    """A number that has the form of one of a state, a card or an account, with a wrong check digit, and no caption."""
    way = rng.randint(0, 3)
    if way == 0:
        number = made_numbers.card(rng)[0].replace(" ", "").replace("-", "")
        return number[:-1] + str((int(number[-1]) + rng.randint(1, 9)) % 10)
    if way == 1:
        parts = made_numbers.iban(rng)[1]
        return " ".join(parts[:1] + [digits(rng, 4)] + parts[2:])
    scheme = rng.choice(["br.cpf", "es.dni", "pl.pesel", "it.codicefiscale", "cn.ric", "tr.tckimlik", "de.idnr", "nl.bsn", "ch.ssn", "fr.nir", "se.personnummer"])
    return made_numbers.changed(scheme, made_numbers.valid(scheme, rng), rng) or ""


MAKERS = [prose, prose, log_line, goods, goods, wrong_number]
