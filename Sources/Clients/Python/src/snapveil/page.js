// What a page shows, in CSS pixels of the viewport, as boxes of it are sent to a server. Called in the page.
//
// options.texts: whether the boxes of all that shows text or takes input are wanted, in frames, too. Those of another origin
// come back as boxes with the role `elsewhere`, and those that are turned, in which no place is known, with `frame`.
// masked: elements whose boxes are wanted, with the role `mask`.
(options, ...masked) => {
    // A frame of another origin knows neither its place nor what is round it; then all counts from its own corner.
    const isElsewhere = (() => {
        try {
            for (let at = window; at !== window.top; at = at.parent) if (!at.frameElement) return true;
            return false;
        } catch {
            return true;
        }
    })();
    const view = isElsewhere ? window : window.top;
    const { visualViewport: visual, document: page } = view;
    const [root, body] = [page.documentElement, page.body ?? page.documentElement];
    const lengths = (edge) => [root, body].flatMap((e) => [e["scroll" + edge], e["offset" + edge], e["client" + edge]]);
    const isZoomed = Math.abs(visual.scale - 1) > 0.001;
    const boxes = [];

    const isTurned = (frame) => {
        for (let element = frame; element; element = element.parentElement ?? element.getRootNode().host) {
            const { b, c } = new DOMMatrix(getComputedStyle(element).transform);
            if (Math.abs(b) + Math.abs(c) > 0.001) return true;
        }
        return false;
    };

    // A rectangle of a frame's content as its parent shows it; no more than the frame.
    const outward = (rect, frame) => {
        if (isTurned(frame)) throw new Error("a frame is turned or skewed, so its place is unknown");
        const outer = frame.getBoundingClientRect(), style = getComputedStyle(frame);
        const [x, y] = [outer.width / frame.offsetWidth, outer.height / frame.offsetHeight];
        const left = outer.left + (frame.clientLeft + parseFloat(style.paddingLeft) + rect.left) * x;
        const top = outer.top + (frame.clientTop + parseFloat(style.paddingTop) + rect.top) * y;
        const [right, bottom] = [left + (rect.right - rect.left) * x, top + (rect.bottom - rect.top) * y];
        return {
            left: Math.max(left, outer.left), top: Math.max(top, outer.top),
            right: Math.min(right, outer.right), bottom: Math.min(bottom, outer.bottom),
        };
    };

    const add = (element, rect, rest) => {
        for (let at = element.ownerDocument.defaultView; at !== view; at = at.parent) {
            rect = outward(rect, at.frameElement);
        }
        const [width, height] = [rect.right - rect.left, rect.bottom - rect.top];
        const boundingBox = width > 0 && height > 0 ? { x: rect.left, y: rect.top, width, height } : null;
        if (boundingBox || rest.role === "mask") boxes.push({ ...rest, boundingBox });
    };

    const names = ["type", "name", "autocomplete", "data-testid", "aria-label", "placeholder", "title"];
    const locator = (element, label) => {
        const named = names.filter((name) => element.getAttribute(name)).map((name) => [name, element.getAttribute(name)]);
        const attributes = label ? [...named, ["label", label]] : named;
        const quoted = attributes.map(([name, value]) => `[${name}="${value}"]`);
        return element.localName + (element.id && "#" + element.id) + quoted.join("");
    };

    const inputs = {
        number: "spinbutton", search: "searchbox", range: "slider", checkbox: "checkbox", radio: "radio",
        button: "button", submit: "button", reset: "button", image: "button",
    };
    const isField = (element) => ["input", "textarea", "select"].includes(element.localName) || element.isContentEditable;
    const role = (element) => element.getAttribute("role") ?? {
        input: inputs[element.type] ?? (element.list ? "combobox" : "textbox"),
        select: element.multiple || element.size > 1 ? "listbox" : "combobox",
        textarea: "textbox",
    }[element.localName] ?? (element.isContentEditable ? "textbox" : null);

    const addTexts = (element) => {
        if (element.checkVisibility?.({ visibilityProperty: true }) === false) return;
        if (isField(element)) {
            const label = [...(element.labels ?? [])].map((label) => label.textContent.trim()).join(" ");
            const text = element.type === "password" ? null : element.value ?? element.textContent;
            return add(element, element.getBoundingClientRect(), { locator: locator(element, label), role: role(element), text });
        }
        const nodes = [...element.childNodes].filter((node) => node.nodeType === Node.TEXT_NODE && node.data.trim());
        if (!nodes.length || ["script", "style", "noscript", "option"].includes(element.localName)) return;
        const rects = nodes.map((node) => {
            const range = element.ownerDocument.createRange();
            range.selectNode(node);
            return range.getBoundingClientRect();
        });
        const edge = (name, choose) => choose(...rects.map((rect) => rect[name]));
        const rect = {
            left: edge("left", Math.min), top: edge("top", Math.min),
            right: edge("right", Math.max), bottom: edge("bottom", Math.max),
        };
        const text = nodes.map((node) => node.data.trim()).join(" ");
        add(element, rect, { locator: locator(element), role: role(element), text });
    };

    const visit = (tree) => {
        for (const element of tree.querySelectorAll("*")) {
            addTexts(element);
            if (element.shadowRoot) visit(element.shadowRoot);
            if (!["iframe", "frame"].includes(element.localName)) continue;
            const role = element.contentDocument ? (isTurned(element) ? "frame" : null) : "elsewhere";
            if (role) add(element, element.getBoundingClientRect(), { locator: locator(element), role });
            else visit(element.contentDocument);
        }
    };

    masked.forEach((element, index) => add(element, element.getBoundingClientRect(), { locator: String(index), role: "mask" }));
    if (options.texts) visit(page);
    return {
        viewport: {
            // Of a page that is not zoomed, with the bars that scroll it, as a picture has them.
            width: isZoomed ? visual.width : view.innerWidth,
            height: isZoomed ? visual.height : view.innerHeight,
            scale: view.devicePixelRatio * visual.scale,
        },
        scroll: { x: view.scrollX, y: view.scrollY },
        page: { width: Math.max(...lengths("Width")), height: Math.max(...lengths("Height")) },
        ratio: view.devicePixelRatio,
        isElsewhere,
        isPanned: Math.hypot(visual.offsetLeft, visual.offsetTop) > 0.5,
        isAnimated: page.getAnimations().some((animation) => animation.playState === "running"),
        boxes,
    };
}
