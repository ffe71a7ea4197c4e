/// Conversion of units into the form in which labels are compared: small letters and digits without accents, one space
/// between words.
struct LabelStream {
    enum Symbol: Equatable {
        case part(UInt32)
        case space
        /// No label goes across it.
        case stop
        case nothing
    }

    let isRecognised: Bool

    func symbol(for unit: TextUnit) -> Symbol {
        switch unit.unitClass {
        case .digit, .capital, .small, .letter: .part(isRecognised ? Variants.skeleton(unit.folded) : unit.folded)
        case .mark: .nothing
        case .space, .gap: .space
        case .other: Self.stops.contains(unit.scalar) ? .stop : .space
        }
    }

    static func isUnspaced(_ scalar: UInt32) -> Bool {
        (0x0E00...0x0E7F).contains(scalar) || (0x3005...0xD7FF).contains(scalar)
    }

    private static let stops = Set(":;!?{}[]|=•,\"<>，。、".unicodeScalars.map(\.value))
}

/// Characters that a recogniser confuses, because one is a form of the other or looks like it.
enum Variants {
    /// The one of such characters that stands for all of them.
    static func skeleton(_ folded: UInt32) -> UInt32 { table[folded] ?? folded }

    private static let table: [UInt32: UInt32] = {
        var table: [UInt32: UInt32] = [:]
        for group in groups.split(whereSeparator: \.isWhitespace) {
            let scalars = group.unicodeScalars.map(\.value)
            for scalar in scalars.dropFirst() { table[scalar] = scalars[0] }
        }
        return table
    }()

    /// Latin letters and digits, Cyrillic letters with them, and the simplified, traditional and Japanese forms of Han characters in
    /// labels.
    private static let groups = """
        l1i o0о s5ѕ b8ьв z2 g6б aа cс eе hн kк mм pр tт xх yу vү
        证證証 确確 认認 诞誕 话話 码碼 号號 电電 银銀 账帳帐 户戶 验驗験 邮郵 护護 险險険 网網 龄齡齢 动動 机機 联聯 络絡 请請 输輸
        临臨 时時 开開 发發発 国國 驾駕 驶駛 执執 车車 钱錢 册冊 记記 录錄録 订訂 单單単 额額 转轉転 门門 务務 税稅 纳納 识識 别別
        会會 员員 编編 设設 备備 问問 题題 实實実 数數 据據 区區 县縣県 业業 称稱 个個 义義 经經経 线線 给給 约約 级級 医醫 历歷歴
        """
}
