/**
 * Parses a page as browsers do. It supports only what our pages use: elements with quoted attributes, text, and a few
 * character references. It throws on anything else.
 */
export type HtmlNode = HtmlElement | string;
export type HtmlElement = {
	readonly name: string;
	readonly attributes: Readonly<Record<string, string>>;
	readonly children: readonly HtmlNode[];
};

/** Elements that have no end tag (HTML, 13.1.2). */
const VOID = new Set(['meta', 'link', 'input', 'br', 'img', 'hr']);
/** Elements whose content is only text (RCDATA; HTML, 13.2.5.2). */
const TEXT_ONLY = new Set(['title', 'textarea']);
const REFERENCES: Readonly<Record<string, string>> = { amp: '&', lt: '<', gt: '>', quot: '"', apos: "'" };

/** Parses a page or a fragment, and skips `<!doctype html>` at its beginning. Returns the nodes. */
export function readHtml(page: string): readonly HtmlNode[] {
	// Normalizes line ends, as the HTML standard requires (13.2.3.5).
	const text = page.replace(/\r\n?/g, '\n').replace(/^<!doctype html>\s*/i, '');
	const root: { children: HtmlNode[] } = { children: [] };
	const open: { name: string; children: HtmlNode[] }[] = [];
	const here = () => open.at(-1) ?? root;
	const token = /<\/([a-z][a-z0-9]*)>|<([a-z][a-z0-9]*)((?:\s+[^\s"'<>/=]+(?:="[^"]*")?)*)\s*>|[^<]+/gy;
	while (token.lastIndex < text.length) {
		const at = token.lastIndex;
		const inside = open.at(-1)?.name;
		if (inside !== undefined && TEXT_ONLY.has(inside)) {
			const end = text.indexOf(`</${inside}`, at);
			if (end > at) {
				here().children.push(decoded(text.slice(at, end)));
				token.lastIndex = end;
				continue;
			}
		}
		const match = token.exec(text);
		if (match === null)
			throw new Error(`This is not HTML of our pages: ${JSON.stringify(text.slice(at, at + 80))}.`);
		const [whole, ended, begun, attributes = ''] = match;
		if (ended !== undefined) {
			const closed = open.pop();
			if (closed?.name !== ended) throw new Error(`</${ended}> ends <${closed?.name ?? 'nothing'}>.`);
		} else if (begun !== undefined) {
			const element = { name: begun, attributes: attributesOf(attributes), children: [] as HtmlNode[] };
			here().children.push(element);
			if (!VOID.has(begun)) open.push(element);
		} else here().children.push(decoded(whole));
	}
	if (open.length > 0) throw new Error(`<${open.at(-1)?.name}> has no end.`);
	return root.children;
}

function attributesOf(text: string): Record<string, string> {
	const found: Record<string, string> = {};
	for (const [, name = '', value = ''] of text.matchAll(/([^\s"'<>/=]+)(?:="([^"]*)")?/g)) {
		if (Object.hasOwn(found, name)) throw new Error(`The attribute ${name} is repeated.`);
		found[name] = decoded(value).replaceAll('\0', '\ufffd');
	}
	return found;
}

function decoded(text: string): string {
	return text.replace(/&(?:#(\d+)|#x([0-9a-f]+)|([a-z]+));|&/gi, (whole, decimal, hex, name) => {
		if (decimal !== undefined) return String.fromCodePoint(Number(decimal));
		if (hex !== undefined) return String.fromCodePoint(Number.parseInt(hex, 16));
		const character = name === undefined ? undefined : REFERENCES[name];
		if (character === undefined) throw new Error(`An ampersand that is not a reference: ${whole}.`);
		return character;
	});
}

/** Returns the text of all nodes and their children, in document order. */
export function textOf(nodes: readonly HtmlNode[]): string {
	return nodes.map((node) => (typeof node === 'string' ? node : textOf(node.children))).join('');
}

/** Returns every element with this name, in document order. */
export function elementsOf(nodes: readonly HtmlNode[], name: string): readonly HtmlElement[] {
	return nodes.flatMap((node) =>
		typeof node === 'string'
			? []
			: [...(node.name === name ? [node] : []), ...elementsOf(node.children, name)],
	);
}
