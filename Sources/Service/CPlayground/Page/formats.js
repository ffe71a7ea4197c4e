// The formats of pictures that a browser shows and the server takes.

const formats = {
    "image/png": { name: "PNG", extension: "png" },
    "image/jpeg": { name: "JPEG", extension: "jpg" },
    "image/webp": { name: "WebP", extension: "webp" },
};

/** The format of a type of media; PNG for any other. */
export function formatOf(type) {
    return formats[type] ?? formats["image/png"];
}

/** Whether a type of media is that of a picture. */
export function isPicture(type) {
    return type in formats;
}

/** The format that the parameter of a call names, or else the one that the name of the file stands for. */
export function formatOfCall(parameter, fileName) {
    const extension = (parameter ?? fileName.match(/\.(\w+)$/)?.[1] ?? "png").toLowerCase().replace("jpeg", "jpg");
    return Object.values(formats).find((format) => format.extension === extension) ?? formatOf("image/png");
}

/** Whether the value of the parameter `format` stands for one that may leave out what is hardly seen. */
export function hasQuality(parameter) {
    return parameter === "jpeg" || parameter === "webp";
}
