"""Names in Chinese, Japanese and Korean."""
from collections import Counter
from pathlib import Path

from levels import FAMILY, GIVEN, OTHER, PLACE, WORD, script
from readers import korean_words, unpacked
from words import fold


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


def read_japanese_people(lexicon, folder: Path, words: set[str]):
    """Marks the names that Japanese people have; of one that is a word, too, the other names say more."""
    for path in sorted(folder.glob("first_name_*_org.csv")):
        for line in path.read_text().splitlines():
            for name in map(fold, line.split(",")[2:]):
                if script(name) in ("CJK", "HIRAGANA", "KATAKANA"):
                    lexicon.raise_level(name, GIVEN, 1 if name in words or len(name) == 1 else 2)
    for line in (folder / "last_name_org.csv").read_text().splitlines():
        name, people = line.split(",")[:2]
        level = 3 if int(people) >= 20000 else 2
        lexicon.raise_level(fold(name), FAMILY, min(level, 1 if len(name) == 1 else 3))


def read_korean(lexicon, path: Path):
    """Marks Korean names, and what only looks like one."""
    given: Counter[str] = Counter()
    syllables: Counter[str] = Counter()
    places, words = set(), set()
    for kind, meaning, word in korean_words(path):
        if kind == "NNP" and meaning == "인명":
            if len(word) == 3 and word[0] in KOREAN_FAMILIES:
                given[word[1:]] += 1
                if word[0] in KOREAN_ALONE:
                    syllables.update(word[1:])
        elif kind == "NNP" and meaning == "지명":
            places.add(word)
        elif kind in ("NNG", "NNP"):
            words.add(word)
    for word, count in given.items():
        lexicon.raise_level(word, GIVEN, (3 if count >= 8 else 2) - (word in words and count < 20))
    families = {family: 2 for family in RARE_KOREAN_FAMILIES} | {family: 3 for family in KOREAN_FAMILIES}
    for family, level in families.items():
        lexicon.raise_level(family, FAMILY, level)
    for syllable, count in syllables.items():
        lexicon.raise_level(syllable, GIVEN, 1 if count >= 14 and syllable not in KOREAN_ENDINGS else 0)
    for word in words | places:
        if 2 <= len(word) <= 5 and word[0] in families and given[word] < 8:
            lexicon.raise_level(word, WORD, 1 if word in given else 2)
        if word in places and word not in given:
            lexicon.mark(word, PLACE)


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
    traditional = unpacked(path.parent / "_chinese_mapping.msgpack.gz")
    for family in CHINESE_FAMILIES:
        lexicon.raise_level(family, FAMILY, 3)
    for code, simplified in traditional.items():
        if simplified in CHINESE_FAMILIES:
            lexicon.raise_level(chr(code), FAMILY, 3)
    return words


def raise_characters(lexicon):
    """Marks the characters that given names of two are made of, in Chinese and Japanese."""
    names = [word for word, flags in lexicon.flags.items() if len(word) == 2 and flags & 3 >= 2 and script(word) == "CJK"]
    counts = Counter(character for name in names for character in name)
    for character, count in counts.items():
        lexicon.raise_level(character, GIVEN, 2 if count >= 40 else 1 if count >= 12 else 0)


# The Hundred Family Surnames, of the tenth century, and some of today.
CHINESE_FAMILIES = {
    *(
        "赵钱孙李周吴郑王冯陈褚卫蒋沈韩杨朱秦尤许何吕施张孔曹严华金魏陶姜戚谢邹喻柏水窦章云苏潘葛奚范彭郎鲁韦昌马苗凤花方俞任袁柳酆鲍史唐费廉岑薛雷贺倪汤滕殷罗毕"
        "郝邬安常乐于时傅皮卞齐康伍余元卜顾孟平黄和穆萧尹姚邵湛汪祁毛禹狄米贝明臧计伏成戴谈宋茅庞熊纪舒屈项祝董梁杜阮蓝闵席季麻强贾路娄危江童颜郭梅盛林刁钟徐邱骆"
        "高夏蔡田樊胡凌霍虞万支柯昝管卢莫经房裘缪干解应宗丁宣贲邓郁单杭洪包诸左石崔吉钮龚程嵇邢滑裴陆荣翁荀羊於惠甄曲家封芮羿储靳汲邴糜松井段富巫乌焦巴弓牧隗山谷"
        "车侯宓蓬全郗班仰秋仲伊宫宁仇栾暴甘钭厉戎祖武符刘景詹束龙叶幸司韶郜黎蓟薄印宿白怀蒲邰从鄂索咸籍赖卓蔺屠蒙池乔阴胥能苍双闻莘党翟谭贡劳逄姬申扶堵冉宰郦雍郤"
        "璩桑桂濮牛寿通边扈燕冀郏浦尚农温别庄晏柴瞿阎充慕连茹习宦艾鱼容向古易慎戈廖庾终暨居衡步都耿满弘匡国文寇广禄阙东欧殳沃利蔚越夔隆师巩厍聂晁勾敖融冷訾辛阚那"
        "简饶空曾毋沙乜养鞠须丰巢关蒯相查后荆红游竺权逯盖益桓公肖闫覃代岳帅缑亢况郈有琴归海晋楚法汝鄢涂钦商牟佘佴伯赏墨哈谯笪年爱阳佟言福付邱麦区仝门"
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
RARE_KOREAN_FAMILIES = (
    "가 간 갈 감 개 견 경 계 곡 관 교 군 궁 궉 근 난 낭 내 노 뇌 누 단 담 당 대 돈 동 두 만 망절 매 묘 묵 미 범 봉 부 비 빈 빙 사 삼 상 섭 소봉 "
    "수 순 승 시 아 애 야 어금 엽 영 예 온 옹 요 운 음 장곡 저 점 정 종 좌 준 즙 초 총 춘 탄 탕 태 판 팽 평 포 풍 피 필 해 형 호 화 환 후 흥 강전 "
    "동방 서문"
).split()
# Families that no name of another language begins with.
KOREAN_ALONE = "김박최"
# What verbs and nouns end in far more often than names do.
KOREAN_ENDINGS = "요로면"
