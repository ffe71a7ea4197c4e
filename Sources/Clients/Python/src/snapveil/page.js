// What a page shows, in CSS pixels of the viewport, as boxes of it are sent to a server. Called in the page.
//
// options.texts: whether the boxes of all that shows text or takes input are wanted, in frames, too. Those of another origin
// come back as boxes with the role `elsewhere`, and those that are turned, in which no place is known, with `frame`.
// masked: elements whose boxes are wanted, with the role `mask`.
(options, ...masked) => {
    // Members of nodes as the browser has them: names of fields hide those of their form.
    const native = (prototype, name) => {
        const { get, value } = Object.getOwnPropertyDescriptor(prototype, name) ?? {};
        return (object, ...rest) => (get ?? value)?.apply(object, rest);
    };
    const [childNodes, documentOf, parentElement, rootOf] =
        ["childNodes", "ownerDocument", "parentElement", "getRootNode"].map((name) => native(Node.prototype, name));
    const [attribute, nameOf, boxOf, boxesOf, visibility, slotOf] =
        ["getAttribute", "localName", "getBoundingClientRect", "getClientRects", "checkVisibility", "assignedSlot"]
            .map((name) => native(Element.prototype, name));
    const elementsOf = (tree) => native((tree.host ? DocumentFragment : Document).prototype, "querySelectorAll")(tree, "*");
    const outerOf = (frame) => documentOf(frame).defaultView;

    // A frame of another origin knows neither its place nor what is round it; then all counts from its own corner.
    const isElsewhere = (() => {
        try {
            for (let at = window; at !== window.top; at = outerOf(at.frameElement)) if (!at.frameElement) return true;
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

    // The element that another one is drawn in.
    const parentOf = (element) => slotOf(element) ?? parentElement(element) ?? rootOf(element).host;

    // Turned, skewed, mirrored, or put into space or onto a path.
    const isTurnedItself = ({ transform, rotate, scale, offsetPath, perspective }) => {
        const { a, b, c, d, is2D } = new DOMMatrix(transform);
        const isUpright = is2D && a > 0 && d > 0 && Math.abs(b) + Math.abs(c) < 0.001;
        const isSet = (value) => value && value !== "none";
        return !isUpright || isSet(rotate) || isSet(offsetPath) || isSet(perspective) || /-|(\S+\s+){2}/.test(scale ?? "");
    };

    const isTurned = (frame) => {
        for (let element = frame; element; element = parentOf(element)) {
            if (isTurnedItself(getComputedStyle(element))) return true;
        }
        return false;
    };

    // A rectangle of a frame's content as its parent shows it; no more than the frame.
    const outward = (rect, frame) => {
        if (isTurned(frame)) throw new Error("a frame is turned or skewed, so its place is unknown");
        const outer = boxOf(frame), style = getComputedStyle(frame);
        const [x, y] = [outer.width / frame.offsetWidth, outer.height / frame.offsetHeight];
        const left = outer.left + (frame.clientLeft + parseFloat(style.paddingLeft) + rect.left) * x;
        const top = outer.top + (frame.clientTop + parseFloat(style.paddingTop) + rect.top) * y;
        const [right, bottom] = [left + (rect.right - rect.left) * x, top + (rect.bottom - rect.top) * y];
        // Frames begin at whole pixels of a display, wherever their boxes do.
        return {
            left: Math.max(left - 1, outer.left), top: Math.max(top - 1, outer.top),
            right: Math.min(right + 1, outer.right), bottom: Math.min(bottom + 1, outer.bottom),
        };
    };

    const add = (element, rect, rest) => {
        for (let at = documentOf(element).defaultView; at !== view; at = outerOf(at.frameElement)) {
            rect = outward(rect, at.frameElement);
        }
        const [width, height] = [rect.right - rect.left, rect.bottom - rect.top];
        const boundingBox = width > 0 && height > 0 ? { x: rect.left, y: rect.top, width, height } : null;
        if (boundingBox || rest.role === "mask") boxes.push({ ...rest, boundingBox });
    };

    const names = ["type", "name", "autocomplete", "data-testid", "aria-label", "placeholder", "title"];
    const locator = (element, label) => {
        const named = names.filter((name) => attribute(element, name)).map((name) => [name, attribute(element, name)]);
        const attributes = label ? [...named, ["label", label]] : named;
        const quoted = attributes.map(([name, value]) => `[${name}="${value}"]`);
        return nameOf(element) + (element.id && "#" + element.id) + quoted.join("");
    };

    const inputs = {
        number: "spinbutton", search: "searchbox", range: "slider", checkbox: "checkbox", radio: "radio",
        button: "button", submit: "button", reset: "button", image: "button",
    };
    const fieldRoles = ["textbox", "searchbox", "combobox", "spinbutton", "listbox"];
    const isNative = (element) => ["input", "textarea", "select"].includes(nameOf(element));
    const given = (element) => (attribute(element, "role") ?? "").toLowerCase().split(/\s+/).filter(Boolean);
    const givenField = (element) => given(element).find((role) => fieldRoles.includes(role));
    const isField = (element) => isNative(element) || element.isContentEditable || Boolean(givenField(element));
    // A field stays one, whatever role it is given.
    const role = (element) => givenField(element) ?? {
        input: inputs[element.type] ?? (element.list ? "combobox" : "textbox"),
        select: element.multiple || element.size > 1 ? "listbox" : "combobox",
        textarea: "textbox",
    }[nameOf(element)] ?? (element.isContentEditable ? "textbox" : attribute(element, "role") || null);

    // What has no box of its own may have parts that do.
    const isShown = (element) =>
        visibility(element, { visibilityProperty: true }) !== false || getComputedStyle(element).display === "contents";

    const around = (rects) => {
        const edge = (name, choose) => choose(...rects.map((rect) => rect[name]));
        return {
            left: edge("left", Math.min), top: edge("top", Math.min),
            right: edge("right", Math.max), bottom: edge("bottom", Math.max),
        };
    };

    const rectOf = (node, select) => {
        const range = documentOf(node).createRange();
        range[select](node);
        return range.getBoundingClientRect();
    };

    const addField = (element) => {
        const label = [...(element.labels ?? [])].map((label) => label.textContent.trim()).join(" ");
        const text = element.type === "password" ? null : element.value ?? element.textContent;
        // The text of an editable may be larger than its box.
        const mayOverflow = !isNative(element) && getComputedStyle(element).overflow === "visible";
        const rects = [boxOf(element), ...(mayOverflow ? [rectOf(element, "selectNodeContents")] : [])];
        const shown = rects.filter((rect) => rect.width > 0 && rect.height > 0);
        if (shown.length) add(element, withInk(around(shown), element, text), { locator: locator(element, label), role: role(element), text });
    };

    // The place of letters with what reaches beyond their line: slants, stacked marks and shadows.
    const withInk = (rect, element, text) => {
        const { fontStyle, fontSize, textShadow } = getComputedStyle(element);
        const marks = Math.max(0, ...[...(text ?? "").matchAll(/\p{M}{2,}/gu)].map(([run]) => run.length));
        const shadows = [...textShadow.matchAll(/-?[\d.]+(?=px)/g)].map(([length]) => Math.abs(length));
        const lean = fontStyle === "normal" ? 0 : 0.25;
        const ink = parseFloat(fontSize) * (lean + marks) + 2 * Math.max(0, ...shadows) + (element.isContentEditable ? 1 : 0);
        return { left: rect.left - ink, top: rect.top - ink, right: rect.right + ink, bottom: rect.bottom + ink };
    };

    const unread = ["script", "style", "noscript", "option"];
    const addTexts = (element, children) => {
        if (!isShown(element) || unread.includes(nameOf(element))) return;
        const nodes = [...children].filter((node) => node.nodeType === Node.TEXT_NODE && node.data.trim());
        if (!nodes.length) return;
        const text = nodes.map((node) => node.data.trim()).join(" ");
        const rect = withInk(around(nodes.map((node) => rectOf(node, "selectNode"))), element, text);
        add(element, rect, { locator: locator(element), role: role(element), text });
    };

    const isReflected = (element) => (getComputedStyle(element).webkitBoxReflect ?? "none") !== "none";

    // The words in place of a picture that is not there.
    const addWords = (element) => {
        const text = attribute(element, "alt");
        if (text && !element.naturalWidth && isShown(element)) add(element, boxOf(element), { locator: locator(element), role: "img", text });
    };

    // Of a list that is open; else they have no place.
    const addOption = (element) => {
        if (!boxesOf(element).length) return;
        add(element, boxOf(element), { locator: locator(element), role: "listbox", text: element.textContent });
    };

    // A copy of what is drawn elsewhere.
    const addCopy = (element) => {
        const href = attribute(element, "href") ?? attribute(element, "xlink:href") ?? "";
        const text = href.startsWith("#") && rootOf(element).getElementById(href.slice(1))?.textContent.trim();
        if (text) add(element, boxOf(element), { locator: locator(element), role: null, text });
    };

    // Documents within others. What is embedded tells nobody what it is.
    const frames = ["iframe", "frame", "object", "embed"];
    const addFrame = (element) => {
        const inner = element.contentDocument;
        if (!inner && nameOf(element) === "object" && !element.data) return;
        const role = inner ? (isTurned(element) ? "frame" : null) : "elsewhere";
        if (role) add(element, boxOf(element), { locator: locator(element), role });
        else visit(inner);
    };

    const visit = (tree) => {
        if (tree.host) addTexts(tree.host, childNodes(tree));
        for (const element of elementsOf(tree)) {
            if (isReflected(element)) throw new Error("the page shows copies by -webkit-box-reflect, whose places are unknown");
            if (isField(element)) {
                if (isShown(element)) addField(element);
            } else {
                addTexts(element, childNodes(element));
            }
            ({ img: addWords, option: addOption, use: addCopy })[nameOf(element)]?.(element);
            if (element.shadowRoot) visit(element.shadowRoot);
            if (frames.includes(nameOf(element))) addFrame(element);
        }
    };

    masked.forEach((element, index) => add(element, boxOf(element), { locator: String(index), role: "mask" }));
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
