// Says in words what was found by looking at a picture. Nothing here knows of the document.

/** What each kind of text is called: one of it, and several. */
const textNames = {
    email: ["e-mail address", "e-mail addresses"],
    phone: ["telephone number", "telephone numbers"],
    card: ["card number", "card numbers"],
    cardSecurityCode: ["card security code", "card security codes"],
    iban: ["IBAN", "IBANs"],
    bic: ["BIC", "BICs"],
    bankAccount: ["account number", "account numbers"],
    bankCode: ["bank code", "bank codes"],
    nationalNumber: ["identity number", "identity numbers"],
    passport: ["passport number", "passport numbers"],
    machineReadableZone: ["machine-readable line", "machine-readable lines"],
    drivingLicence: ["driving licence number", "driving licence numbers"],
    dateOfBirth: ["date of birth", "dates of birth"],
    personName: ["name", "names"],
    postalAddress: ["postal address", "postal addresses"],
    urlCredentials: ["secret in a URL", "secrets in URLs"],
    ipAddress: ["IP address", "IP addresses"],
    macAddress: ["MAC address", "MAC addresses"],
    coordinates: ["pair of coordinates", "pairs of coordinates"],
    vin: ["vehicle number", "vehicle numbers"],
    imei: ["device number", "device numbers"],
    iccid: ["SIM card number", "SIM card numbers"],
    oneTimeCode: ["one-time code", "one-time codes"],
    pin: ["PIN", "PINs"],
    password: ["password", "passwords"],
    secret: ["key or token", "keys or tokens"],
    recoveryPhrase: ["recovery phrase", "recovery phrases"],
    cryptoAddress: ["wallet address", "wallet addresses"],
};

/** All kinds of text that are sensitive. */
export const textKinds = Object.keys(textNames);

/** What codes are called whose squares everybody knows; all others are barcodes. */
const codeNames = { qrCode: ["QR code", "QR codes"], microQRCode: ["QR code", "QR codes"] };

/** What a rectangle of a plan or a receipt was seen as: one of it, and several. */
function names({ found, kind }) {
    if (found === "face") return ["face", "faces"];
    if (found === "code") return codeNames[kind] ?? ["barcode", "barcodes"];
    return textNames[kind] ?? ["piece of text", "pieces of text"];
}

/** What one rectangle was seen as. */
export function finding(step) {
    return names(step)[0];
}

/** What was found, counted: "3 e-mail addresses", "2 faces", in the order in which the plan or the receipt has them. */
export function countedFindings(steps) {
    const counts = new Map();
    for (const step of steps) {
        if (!step.found) continue;
        const [one, several] = names(step);
        const count = (counts.get(one)?.count ?? 0) + 1;
        counts.set(one, { count, name: count === 1 ? one : several });
    }
    return [...counts.values()].map(({ count, name }) => `${count} ${name}`);
}

/** Words as a list of a sentence: "a, b and c". */
export function listed(words) {
    return words.length < 2 ? words.join("") : `${words.slice(0, -1).join(", ")} and ${words.at(-1)}`;
}
