"""Made-up numbers, valid by python-stdnum or by its absence of doubt, and the same with one digit changed."""

import random
import string

import stdnum.iban
import stdnum.luhn
from stdnum.util import get_cc_module


def module(scheme):
    """The module of python-stdnum for a scheme as the search names it."""
    country, name = scheme.split(".")
    return get_cc_module(country, name)


def compact_date(rng, form):
    """A date of somebody's birth, by a form of strftime."""
    year, month, day = rng.randint(1945, 2004), rng.randint(1, 12), rng.randint(1, 28)
    return form.replace("%Y", f"{year}").replace("%y", f"{year % 100:02}").replace("%m", f"{month:02}").replace(
        "%d", f"{day:02}")


# How numbers are made until one is valid: d is a digit, A a letter, [..] one of these, {..} a date.
TEMPLATES = {
    "us.ssn": "ddddddddd", "us.itin": "9dddddddd", "ca.sin": "[1234567]dddddddd", "br.cpf": "ddddddddddd",
    "br.cnpj": "dddddddd0001dd", "ar.cuit": "[2][037]ddddddddd", "ar.dni": "[234]ddddddd", "cl.rut": "[12]dddddddd",
    "co.nit": "dddddddddd", "ec.ci": "[01]d[012345]ddddddd", "do.cedula": "0dddddddddd", "mx.rfc": None, "mx.curp": None,
    "gb.nhs": "[4679]ddddddddd", "gb.utr": "dddddddddd", "ie.pps": "dddddddA", "de.idnr": None,
    "at.vnr": "[123456789]ddd{%d%m%y}", "ch.ssn": "756dddddddddd", "fr.nir": "[12]{%y%m}[1234567]ddddddddd",
    "fr.nif": "[0123]dddddddddddd", "be.nn": "{%y%m%d}ddddd", "nl.bsn": "ddddddddd", "it.codicefiscale": None,
    "es.dni": "ddddddddA", "es.nie": "[XYZ]dddddddA", "pt.nif": "[12]dddddddd", "pt.cc": "ddddddddd[XYZ]Ad",
    "gr.amka": "{%d%m%y}ddddd", "gr.vat": "ddddddddd", "pl.pesel": "{%y%m%d}ddddd", "pl.nip": "[56789]ddddddddd",
    "cz.rc": "{%y%m%d}dddd", "ro.cnp": "[12]{%y%m%d}[0123]ddddd", "bg.egn": "{%y%m%d}dddd",
    "hr.oib": "ddddddddddd", "rs.jmbg": None, "se.personnummer": "{%y%m%d}-dddd", "no.fodselsnummer": "{%d%m%y}ddddd",
    "dk.cpr": "{%d%m%y}dddd", "fi.hetu": "{%d%m%y}-ddd?", "is.kennitala": "{%d%m%y}ddd9", "ee.ik": "[34]{%y%m%d}dddd",
    "ru.inn": "dddddddddddd", "ua.rntrc": "[23]ddddddddd", "tr.tckimlik": "[123456789]dddddddddd", "il.idnr": "ddddddddd",
    "za.idnr": "{%y%m%d}dddd08d", "in.aadhaar": "[23456789]ddddddddddd", "in.pan": "AAAPAddddA", "pk.cnic": "[1234567]dddddddddddd",
    "cn.ric": "11010[1256789]{%Y%m%d}ddd!", "jp.in": "dddddddddddd", "kr.rrn": "{%y%m%d}[12]dddddd",
    "my.nric": "{%y%m%d}[01][123456789]dddd", "id.nik": "[123]1010[123]{%d%m%y}000d", "th.pin": "[1234567]dddddddddddd",
    "au.tfn": "ddddddddd", "nz.ird": "[1]dddddddd",
}

# How a number is written.
FORMS = {
    "us.ssn": ["ddd-dd-dddd"], "us.itin": ["ddd-dd-dddd"], "ca.sin": ["ddd-ddd-ddd", "ddd ddd ddd"], "br.cpf": ["ddd.ddd.ddd-dd"],
    "br.cnpj": ["dd.ddd.ddd/dddd-dd"], "ar.cuit": ["dd-dddddddd-d"], "ar.dni": ["dd.ddd.ddd"], "cl.rut": ["dd.ddd.ddd-d", "dddddddd-d"],
    "co.nit": ["ddd.ddd.ddd-d"], "do.cedula": ["ddd-ddddddd-d"], "gb.nhs": ["ddd ddd dddd"], "de.idnr": ["dd ddd ddd ddd"],
    "at.vnr": ["dddd dddddd"], "ch.ssn": ["ddd.dddd.dddd.dd"], "fr.nir": ["d dd dd dd ddd ddd dd"], "be.nn": ["dd.dd.dd-ddd.dd"],
    "es.dni": ["dddddddd-d", "dd.ddd.ddd-d"], "es.nie": ["d-ddddddd-d"], "pl.nip": ["ddd-ddd-dd-dd"], "cz.rc": ["dddddd/dddd"],
    "se.personnummer": ["dddddd-dddd"], "no.fodselsnummer": ["dddddd ddddd"], "dk.cpr": ["dddddd-dddd"], "fi.hetu": ["dddddd-dddd"],
    "is.kennitala": ["dddddd-dddd"], "za.idnr": ["dddddd dddd ddd"], "in.aadhaar": ["dddd dddd dddd"], "pk.cnic": ["ddddd-ddddddd-d"],
    "jp.in": ["dddd dddd dddd"], "kr.rrn": ["dddddd-ddddddd"], "my.nric": ["dddddd-dd-dddd"], "th.pin": ["d-dddd-ddddd-dd-d"],
    "au.tfn": ["ddd ddd ddd"], "nz.ird": ["ddd-ddd-ddd"], "pt.cc": ["dddddddd d ddd"],
}


def fill(rng, template):
    out, index = "", 0
    while index < len(template):
        character = template[index]
        if character == "[":
            end = template.index("]", index)
            out += rng.choice(template[index + 1:end])
            index = end
        elif character == "{":
            end = template.index("}", index)
            out += compact_date(rng, template[index + 1:end])
            index = end
        elif character == "d":
            out += rng.choice(string.digits)
        elif character == "A":
            out += rng.choice(string.ascii_uppercase)
        elif character == "?":
            out += rng.choice("0123456789ABCDEFHJKLMNPRSTUVWXY")
        elif character == "!":
            out += rng.choice("0123456789X")
        else:
            out += character
        index += 1
    return out


def made(scheme, rng):
    """One number that may be valid."""
    if scheme == "de.idnr":
        digits = rng.sample("0123456789", 9)
        digits.insert(rng.randint(1, 9), rng.choice(digits))
        if digits[0] == "0":
            digits[0] = rng.choice("123456789")
        return "".join(digits) + rng.choice(string.digits)
    if scheme == "it.codicefiscale":
        return fill(rng, "AAAAAAdd") + rng.choice("ABCDEHLMPRST") + f"{rng.randint(1, 28):02}" + rng.choice("AFHL") + fill(
            rng, "dddA")
    if scheme == "mx.curp":
        return fill(rng, "[BCDG][AEIO][RSTL][MNPR]{%y%m%d}") + rng.choice("HM") + rng.choice(["DF", "JC", "NL", "PL"]) + fill(
            rng, "[BCD][FGL][MNR][0123456789]d")
    if scheme == "mx.rfc":
        return fill(rng, "[BCDG][AEIO][RSTL][MNPR]{%y%m%d}[123ABC][123XYZ][0123456789A]")
    if scheme == "rs.jmbg":
        return compact_date(rng, "%d%m") + f"9{rng.randint(50, 99)}" + fill(rng, "[0123456789]ddddd")
    return fill(rng, TEMPLATES[scheme])


ORACLE_NAMES = {"rs.jmbg": "si.emso", "jp.in": "jp.in_"}


def is_valid(scheme, number):
    """What python-stdnum says."""
    oracle = module(ORACLE_NAMES.get(scheme, scheme))
    if scheme in ("mx.rfc", "mx.curp"):
        return oracle.is_valid(number, validate_check_digits=True)
    return oracle.is_valid(number)


def valid(scheme, rng):
    """A number that the oracle takes, with nothing between its characters but what belongs to it."""
    for _ in range(200000):
        number = made(scheme, rng)
        if len(set(number)) > 3 and is_valid(scheme, number):
            return number
    raise ValueError(scheme)


def changed(scheme, number, rng):
    """The number with one digit changed, which the oracle does not take; None if it takes all of them."""
    places = [i for i, c in enumerate(number) if c.isdigit()]
    for _ in range(200):
        place = rng.choice(places)
        other = number[:place] + rng.choice([d for d in string.digits if d != number[place]]) + number[place + 1:]
        if not is_valid(scheme, other):
            return other
    return None


def written(scheme, number, rng):
    """The number as people write it: in a usual form, or in two thirds of all cases that have one."""
    forms = FORMS.get(scheme)
    if not forms or rng.random() < 0.3:
        return number
    characters = [c for c in number if c.isalnum()]
    form = rng.choice(forms)
    if form.count("d") != len(characters):
        return number
    characters = iter(characters)
    return "".join(next(characters) if c == "d" else c for c in form)


SCHEMES = sorted(TEMPLATES)


def card(rng):
    prefix, length = rng.choice([("4", 16), ("4", 16), ("51", 16), ("54", 16), ("2221", 16), ("37", 15), ("34", 15), ("6011", 16), ("3528", 16), ("62", 16), ("36", 14)])
    body = prefix + "".join(rng.choice(string.digits) for _ in range(length - 1 - len(prefix)))
    number = body + stdnum.luhn.calc_check_digit(body)
    groups = {16: (4, 4, 4, 4), 15: (4, 6, 5), 14: (4, 6, 4)}[length]
    parts, start = [], 0
    for size in groups:
        parts.append(number[start:start + size])
        start += size
    return rng.choice([" ", " ", " ", "-", ""]).join(parts), parts


IBANS = {
    "DE": "dddddddddddddddddd", "FR": "ddddddddddddddddddddddd", "ES": "dddddddddddddddddddd", "IT": "Adddddddddddddddddddddd", "NL": "INGBdddddddddd",
    "PL": "dddddddddddddddddddddddd", "GB": "NWBKdddddddddddddd", "PT": "ddddddddddddddddddddd", "CH": "ddddddddddddddddd",
    "AT": "dddddddddddddddd", "SA": "dddddddddddddddddddd", "AE": "ddddddddddddddddddd", "BR": "dddddddddddddddddddddddC1",
    "SE": "dddddddddddddddddddd", "DK": "dddddddddddddd", "FI": "dddddddddddddd", "TR": "dddddddddddddddddddddd",
}


def iban(rng):
    for _ in range(100000):
        country = rng.choice(sorted(IBANS))
        body = fill(rng, IBANS[country].replace("NWBK", "#").replace("INGB", "%")).replace("#", "NWBK").replace("%", "INGB")
        digits = "".join(str(int(c, 36)) for c in body + country + "00")
        number = f"{country}{98 - int(digits) % 97:02}{body}"
        if stdnum.iban.is_valid(number, check_country=False):
            parts = [number[i:i + 4] for i in range(0, len(number), 4)]
            return rng.choice([" ".join(parts), " ".join(parts), number]), parts
    raise ValueError("iban")
