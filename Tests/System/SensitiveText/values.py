"""Made-up values of each kind, as people and programs write them."""

import base64
import json
import string

from faker import Faker

import made_numbers
import phrases

FAKERS = {}


def faker(rng, language):
    locale = rng.choice(phrases.LOCALES[language])
    if locale not in FAKERS:
        FAKERS[locale] = Faker(locale)
    FAKERS[locale].seed_instance(rng.getrandbits(32))
    return FAKERS[locale]


def characters(rng, alphabet, count):
    return "".join(rng.choice(alphabet) for _ in range(count))


ALPHANUMERIC = string.ascii_letters + string.digits
BASE58 = "123456789ABCDEFGHJKLMNPQRSTUVWXYZabcdefghijkmnopqrstuvwxyz"
WORDS = "abandon ability blanket canyon dolphin eagle forest garden hammer island jungle kitchen lemon mirror noodle orbit pencil quantum rabbit silver timber unique violin winter yellow zebra ocean marble copper velvet".split()


def email(rng, language):
    fake = faker(rng, rng.choice(["en", "de", "fr", language if language in ("en", "de", "fr", "es", "it", "pt", "nl", "pl") else "en"]))
    return fake.email() if rng.random() < 0.6 else fake.ascii_company_email()


def phone(rng, language):
    number = faker(rng, language if language != "ar" else "fr").phone_number().split("x")[0].strip()
    if language == "ar":
        number = rng.choice(["+966 5%s %s %s", "+9715%s%s%s", "05%s%s%s"]) % (
            characters(rng, "0123456789", 1), characters(rng, "0123456789", 3), characters(rng, "0123456789", 4))
    return number


def date(rng, language):
    year, month, day = rng.randint(1945, 2006), rng.randint(1, 12), rng.randint(1, 28)
    numeric = {"en": ["%m/%d/%Y", "%d/%m/%Y", "%Y-%m-%d", "%d Mon %Y", "Mon %d, %Y"], "de": ["%d.%m.%Y", "%d. Mon %Y"],
               "fr": ["%d/%m/%Y", "%d Mon %Y"], "es": ["%d/%m/%Y", "%d de Mon de %Y"], "it": ["%d/%m/%Y", "%d Mon %Y"],
               "pt": ["%d/%m/%Y", "%d de Mon de %Y"], "nl": ["%d-%m-%Y", "%d Mon %Y"], "pl": ["%d.%m.%Y", "%d Mon %Y"],
               "ru": ["%d.%m.%Y", "%d Mon %Y"], "zh": ["%Y年%m月%d日", "%Y-%m-%d"], "ja": ["%Y年%m月%d日", "%Y/%m/%d"],
               "ar": ["%d/%m/%Y", "%Y/%m/%d"]}[language]
    months = {"en": "January February March April May June July August September October November December",
              "de": "Januar Februar März April Mai Juni Juli August September Oktober November Dezember",
              "fr": "janvier février mars avril mai juin juillet août septembre octobre novembre décembre",
              "es": "enero febrero marzo abril mayo junio julio agosto septiembre octubre noviembre diciembre",
              "it": "gennaio febbraio marzo aprile maggio giugno luglio agosto settembre ottobre novembre dicembre",
              "pt": "janeiro fevereiro março abril maio junho julho agosto setembro outubro novembro dezembro",
              "nl": "januari februari maart april mei juni juli augustus september oktober november december",
              "pl": "stycznia lutego marca kwietnia maja czerwca lipca sierpnia września października listopada grudnia",
              "ru": "января февраля марта апреля мая июня июля августа сентября октября ноября декабря"}
    name = months.get(language, months["en"]).split()[month - 1]
    if language == "en" and rng.random() < 0.5:
        name = name[:3]
    return rng.choice(numeric).replace("%Y", str(year)).replace("%m", f"{month:02}").replace("%d", f"{day:02}").replace("Mon", name)


def password(rng, _):
    word = rng.choice(WORDS)
    return rng.choice([
        word.capitalize() + characters(rng, string.digits, rng.randint(2, 4)) + rng.choice("!?#$*"),
        characters(rng, ALPHANUMERIC + "!$%&*+-", rng.randint(9, 14)) + rng.choice(string.digits),
        word + "-" + rng.choice(WORDS) + "-" + characters(rng, string.digits, 2),
        word + characters(rng, string.digits, 3),
        rng.choice("PpTt") + "@ss" + characters(rng, string.digits, 4),
    ])


def jwt(rng):
    def part(value):
        return base64.urlsafe_b64encode(json.dumps(value).encode()).decode().rstrip("=")
    return ".".join([part({"alg": "HS256", "typ": "JWT"}), part({"sub": characters(rng, string.digits, 8)}), characters(rng, ALPHANUMERIC + "-_", 43)])


def secret(rng, _):
    """A key with a beginning of its own: found without a caption."""
    return rng.choice([
        lambda: "AKIA" + characters(rng, string.ascii_uppercase + "234567", 16), lambda: "ghp_" + characters(rng, ALPHANUMERIC, 36),
        lambda: "AIza" + characters(rng, ALPHANUMERIC + "-_", 35), lambda: "xoxb-" + characters(rng, string.digits, 12) + "-" + characters(rng, ALPHANUMERIC, 24),
        lambda: "sk_live_" + characters(rng, ALPHANUMERIC, 24), lambda: jwt(rng), lambda: "glpat-" + characters(rng, ALPHANUMERIC, 20),
    ])()


def captioned_secret(rng, language):
    if rng.random() < 0.4:
        return secret(rng, language)
    return rng.choice([lambda: characters(rng, "0123456789abcdef", rng.choice([32, 40, 64])), lambda: characters(rng, ALPHANUMERIC, rng.randint(24, 44))])()


def address(rng, language):
    """The lines of an address."""
    if language == "ar":
        return [f"شارع الملك فهد {rng.randint(1, 300)}", f"الرياض {rng.randint(11000, 19999)}"]
    return faker(rng, language).address().split("\n")


def name(rng, language):
    fake = faker(rng, language)
    return f"{fake.first_name()} {fake.last_name()}" if language not in ("zh", "ja") else fake.name()


def vin(rng, _):
    values = dict(zip("ABCDEFGHJKLMNPRSTUVWXYZ", [1, 2, 3, 4, 5, 6, 7, 8, 1, 2, 3, 4, 5, 7, 9, 2, 3, 4, 5, 6, 7, 8, 9]))
    number = list(rng.choice(["1HG", "WVW", "JTD", "5YJ"]) + characters(rng, "ABCDEFGHJKLMNPRSTUVWXYZ", 2) + characters(rng, string.digits, 3) + "0" + characters(rng, "ABCDEFGHJKLMNPRST", 2) + characters(rng, string.digits, 6))
    weights = [8, 7, 6, 5, 4, 3, 2, 10, 0, 9, 8, 7, 6, 5, 4, 3, 2]
    check = sum(w * (values[c] if c in values else int(c)) for w, c in zip(weights, number)) % 11
    number[8] = "X" if check == 10 else str(check)
    return "".join(number)


def luhn(rng, prefix, length):
    body = prefix + characters(rng, string.digits, length - 1 - len(prefix))
    return body + made_numbers.stdnum.luhn.calc_check_digit(body)


def wallet(rng, _):
    return rng.choice([lambda: "0x" + characters(rng, "0123456789abcdefABCDEF", 40), lambda: "bc1q" + characters(rng, "023456789acdefghjklmnpqrstuvwxyz", 38),
                       lambda: "1" + characters(rng, BASE58, 33), lambda: "T" + characters(rng, BASE58, 33)])()


def coordinates(rng, _):
    lat, lon = rng.uniform(-60, 70), rng.uniform(-170, 170)
    return rng.choice([f"{lat:.6f}, {lon:.6f}", f"{lat:.4f},{lon:.4f}", f"{abs(int(lat))}°{rng.randint(0, 59)}'{rng.randint(0, 59)}\"N {abs(int(lon))}°{rng.randint(0, 59)}'{rng.randint(0, 59)}\"E"])


def address_of_network(rng, _):
    if rng.random() < 0.25:
        return ":".join(characters(rng, "0123456789abcdef", 4) for _ in range(8)) if rng.random() < 0.5 else f"2001:db8:{characters(rng, '123456789abcdef', 3)}::{characters(rng, '123456789abcdef', 2)}"
    return f"{rng.choice([10, 192, 172, 84, 203])}.{rng.randint(0, 255)}.{rng.randint(0, 255)}.{rng.randint(1, 254)}"


def mac(rng, _):
    return rng.choice(":-").join(characters(rng, "0123456789ABCDEF", 2) for _ in range(6))


def code(rng, _):
    number = characters(rng, string.digits, rng.choice([4, 5, 6, 6, 6, 8]))
    return f"{number[:3]}{rng.choice(' -')}{number[3:]}" if len(number) == 6 and rng.random() < 0.25 else number


def passport(rng, _):
    return rng.choice([characters(rng, string.ascii_uppercase, 1) + characters(rng, string.digits, 8), characters(rng, string.digits, 9),
                       characters(rng, string.ascii_uppercase, 2) + characters(rng, string.digits, 7), "C" + characters(rng, "0123456789", 2) + characters(rng, "FGHJKLMNPRTVWXYZ", 1) + characters(rng, string.digits, 5)])


def licence(rng, _):
    return rng.choice([characters(rng, string.ascii_uppercase, 1) + characters(rng, string.digits, 7), characters(rng, string.digits, 9),
                       "B0" + characters(rng, "0123456789", 2) + "RRE" + characters(rng, string.digits, 4)])


def bic(rng, _):
    return rng.choice(["DEUTDEFF", "COBADEFFXXX", "BNPAFRPP", "INGBNL2A", "UNCRITMM", "CHASUS33", "BARCGB22", "PKOPPLPW", "SABRRUMM", "BOFAUS3NXXX"])


def account(rng, _):
    return characters(rng, string.digits, rng.choice([7, 8, 9, 10, 10, 12]))


MAKERS = {
    "email": email, "phone": phone, "dateOfBirth": date, "password": password, "secret": captioned_secret, "personName": name, "vin": vin,
    "imei": lambda rng, _: luhn(rng, rng.choice(["35", "86"]), 15), "iccid": lambda rng, _: luhn(rng, "89" + rng.choice(["49", "33", "01"]), rng.choice([19, 20])),
    "cryptoAddress": wallet, "coordinates": coordinates, "ipAddress": address_of_network, "macAddress": mac, "oneTimeCode": code, "passport": passport,
    "drivingLicence": licence, "bic": bic, "bankAccount": account, "pin": lambda rng, _: characters(rng, string.digits, rng.choice([4, 4, 6])),
    "cardSecurityCode": lambda rng, _: characters(rng, string.digits, rng.choice([3, 3, 4])), "card": lambda rng, _: made_numbers.card(rng)[0],
    "iban": lambda rng, _: made_numbers.iban(rng)[0], "recoveryPhrase": lambda rng, _: " ".join(rng.choice(WORDS) for _ in range(rng.choice([12, 12, 24]))),
}

# Kinds that are found without a caption.
PLAIN = {"email", "card", "iban", "secret", "cryptoAddress", "macAddress", "ipAddress", "vin", "coordinates", "iccid"}


def harmless(rng, form, language):
    digits = string.digits
    fake = faker(rng, language)
    return {
        "digits": lambda: characters(rng, "123456789", 1) + characters(rng, digits, rng.randint(4, 11)),
        "docnum": lambda: f"{rng.choice(['INV', 'RE', 'FA', 'B'])}-{rng.randint(2019, 2025)}-{characters(rng, digits, 5)}",
        "tracking": lambda: rng.choice(["1Z" + characters(rng, string.ascii_uppercase + digits, 6) + characters(rng, digits, 10), characters(rng, digits, 12), characters(rng, digits, 20), "RR" + characters(rng, digits, 9) + "DE"]),
        "price": lambda: rng.choice(["€ {},{}", "${}.{}", "{},{} €", "{} {} zł", "¥{}{}", "USD {}.{}"]).format(rng.randint(1, 9999), characters(rng, digits, 2)),
        "version": lambda: rng.choice(["{}.{}.{}", "v{}.{}.{}", "{}.{}.{}.12", "{}.{} ({})"]).format(rng.randint(1, 20), rng.randint(0, 30), rng.randint(0, 250)),
        "date": lambda: date(rng, language), "time": lambda: f"{rng.randint(0, 23):02}:{rng.randint(0, 59):02}",
        "small": lambda: str(rng.randint(1, 999)), "zip": lambda: characters(rng, digits, 5),
        "promo": lambda: rng.choice(["SAVE", "SOMMER", "HELLO"]) + str(rng.choice([10, 20, 25, 50])), "flight": lambda: rng.choice(["LH", "BA", "AF"]) + characters(rng, digits, 4),
        "isbn": lambda: "978-3-16-1484" + characters(rng, digits, 2) + "-" + characters(rng, digits, 1),
        "hotline": lambda: rng.choice(["0800 " + characters(rng, digits, 7), "1-800-" + characters(rng, digits, 3) + "-" + characters(rng, digits, 4), "0" + characters(rng, "123456789", 2) + " " + characters(rng, digits, 7)]),
        "size": lambda: f"{rng.randint(640, 3000)} x {rng.randint(480, 4000)}", "serial": lambda: characters(rng, string.ascii_uppercase + digits, 12),
        "thousands": lambda: f"{rng.randint(1, 99)},{characters(rng, digits, 3)}", "file": lambda: f"IMG_{characters(rng, digits, 4)}.jpg",
        "company": fake.company, "city": fake.city, "username": lambda: rng.choice(WORDS) + characters(rng, digits, 2),
        "hash": lambda: characters(rng, "0123456789abcdef", rng.choice([7, 40])),
    }[form]()
