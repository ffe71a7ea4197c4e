// Says why a sealed picture was not opened, and lets the page live while one is.

/** A reason why a sealed picture was not opened. */
export class Unopened extends Error {
    /**
     * @param {"picture"|"sealed"|"identity"|"general"} place What is at fault.
     * @param {string} message A sentence for people.
     */
    constructor(place, message) {
        super(message);
        this.place = place;
    }
}

/** The longest that work keeps the page from anything else, in milliseconds. */
const longestSlice = 20;

/** Long work in slices, between which the page does what else there is to do. */
export class Slices {
    #signal;
    #start = performance.now();

    /** @param {AbortSignal} signal Ends the work at the next pause. */
    constructor(signal) {
        this.#signal = signal;
    }

    /** Lets the page live, if the slice was long enough. Throws the signal's reason once the work is not wanted any more. */
    async pause() {
        if (performance.now() - this.#start > longestSlice) {
            await turn();
            this.#start = performance.now();
        }
        this.#signal.throwIfAborted();
    }
}

/** Waits until other tasks had their turn. A timer would wait for a second or more on a page that is not in front. */
function turn() {
    const { port1, port2 } = new MessageChannel();
    return new Promise((done) => {
        port1.onmessage = () => {
            port1.close();
            done();
        };
        port2.postMessage(null);
    });
}
