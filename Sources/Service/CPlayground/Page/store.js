// What the page is about: the work, which undo goes over, and the pictures, which it does not.

const steps = 200;

/** What a person has chosen and drawn. Never changed in place: a change is a new value. */
const freshWork = {
    /** Rectangles in pixels of the picture, each with an id of its own. */
    regions: [],
    /** Whether the cover is a `style` or a `named` policy. */
    mode: "style",
    style: "veil",
    /** The parameters of each style as texts, as they stand in its controls. */
    parameters: {
        fill: { color: "#000000" },
        veil: { radius: "" },
        message: { title: "", text: "", appearance: "automatic", symbol: "" },
        label: { numbered: "" },
        image: { contentMode: "aspectFill", background: "#000000" },
        pixelate: { block: "24" },
        blur: { radius: "20" },
    },
    policy: "",
    /** Which elements of a page source are covered: a level, `xpath` or `none`. */
    level: "sensitive",
    xpath: "",
    /** What else names a sensitive element: words of one's own, with commas between them. */
    words: "",
    /** Which text is looked for in the picture: `none`, `sensitive` or `all`. */
    text: "none",
    /** Which part of the faces in the picture is covered: `none`, `whole` or `eyes`. */
    faces: "none",
    /** Whether QR codes and barcodes are looked for. */
    codes: false,
    padding: "0",
    format: "",
    quality: "90",
    demandsErased: false,
};

/** Holds the state, tells about its changes, and takes them back. */
export class Store {
    #listeners = [];
    #past = [];
    #future = [];
    #lastKey = null;

    work = freshWork;
    /** The pictures, in the order in which they came. */
    pictures = [];
    /** The one that is worked on; null if there is none. */
    picture = null;
    /** The id of the region whose handles are shown; null for none. */
    selected = null;
    /** The picture that the style `image` covers with. */
    cover = null;
    /** Whether the last change is not one of a row of them. */
    isFinal = true;
    /** The policies of the server, by name; each whole once it was asked for. */
    policies = new Map();
    /** What the server can look for in pictures, in the words of targets; null until it has said so. */
    looksFor = null;

    /** Calls `listener` after every change, with what kind it is: `work`, `pictures`, `selection`, `result`. */
    listen(listener) {
        this.#listeners.push(listener);
    }

    /** Tells that something has changed that undo does not go over. */
    tell(kind) {
        for (const listener of this.#listeners) listener(kind);
    }

    /**
     * Changes the work.
     *
     * @param {object} changes The members that change.
     * @param {string} [key] Changes in a row with the same key are one step of undo: those of a slider that is dragged.
     */
    change(changes, key = null) {
        if (key === null || key !== this.#lastKey) {
            this.#past.push(this.work);
            if (this.#past.length > steps) this.#past.shift();
        }
        this.#lastKey = key;
        this.isFinal = key === null;
        this.#future = [];
        this.work = { ...this.work, ...changes };
        this.tell("work");
    }

    /** Ends a row of changes: the next one is a step of its own. */
    settle() {
        this.#lastKey = null;
    }

    get canUndo() {
        return this.#past.length > 0;
    }

    get canRedo() {
        return this.#future.length > 0;
    }

    undo() {
        this.#step(this.#past, this.#future);
    }

    redo() {
        this.#step(this.#future, this.#past);
    }

    #step(from, to) {
        const work = from.pop();
        if (!work) return;
        to.push(this.work);
        this.work = work;
        this.#lastKey = null;
        this.isFinal = true;
        if (!work.regions.some(({ id }) => id === this.selected)) this.selected = null;
        this.tell("work");
    }

    /** Shows the handles of a region; null for none. */
    select(id) {
        if (id === this.selected) return;
        this.selected = id;
        this.tell("selection");
    }

    /** Adds a region, and selects it. */
    addRegion(rectangle) {
        const id = crypto.randomUUID?.() ?? `region-${Math.random()}`;
        this.selected = id;
        this.change({ regions: [...this.work.regions, { ...rectangle, id }] });
        return id;
    }

    /** Gives a region another place and size. */
    setRegion(id, rectangle, key = null) {
        this.change({ regions: this.work.regions.map((region) => (region.id === id ? { ...rectangle, id } : region)) }, key);
    }

    /** Takes a region away, and selects the one beside it. */
    removeRegion(id) {
        const index = this.work.regions.findIndex((region) => region.id === id);
        if (index < 0) return;
        const regions = this.work.regions.filter((region) => region.id !== id);
        this.selected = regions[Math.min(index, regions.length - 1)]?.id ?? null;
        this.change({ regions });
    }

    /** The parameters of the style that is chosen. */
    get parameters() {
        return this.work.parameters[this.work.style];
    }

    setParameter(name, value) {
        const { style, parameters } = this.work;
        this.change(
            { parameters: { ...parameters, [style]: { ...parameters[style], [name]: value } } },
            `parameter ${style} ${name}`,
        );
    }
}
