/** Checks that every file, page and heading named in the repository's documents exists. */

/**
 * Matches the path of a repository file, alone or within a command; a path has at least one slash. `<name>`, `*` and
 * `…` stand for any part of a name.
 */
const NAMED_FILE =
	/^(?:[\w@.<>*…-]+\/)+[\w@.<>*…-]*\.(?:ts|svelte|js|mjs|json|md|svg|png|webp|css|html|tsv|yml|sh|io)$/;
const IN_BACK_QUOTES = /`([^`]+)`/g;
const ANY_PART = /<\w+>|[*…]/;
const LINK = /\]\(([^()\s]+)\)/g;
const ELSEWHERE = /^(?:[a-z][a-z+.-]*:|\/)/;

export type DocumentsReport = {
	readonly faults: readonly string[];
	/** Number of paths in backticks that were checked. */
	readonly paths: number;
	/** Number of links to repository pages that were followed. */
	readonly links: number;
};

/**
 * Checks all documents in one pass.
 * @param documents text of each Markdown file by its path
 * @param files paths of all files in the repository; documents name them from the root or from `src/`
 */
export function judgeDocuments(
	documents: ReadonlyMap<string, string>,
	files: ReadonlySet<string>,
): DocumentsReport {
	const faults: string[] = [];
	let paths = 0;
	let links = 0;
	for (const [page, text] of documents) {
		for (const { word, line } of found(text, IN_BACK_QUOTES))
			for (const path of word.split(/\s+/).filter((part) => NAMED_FILE.test(part))) {
				paths += 1;
				if (!exists(path, files)) faults.push(`${page}:${line} names ${path}, which does not exist`);
			}
		for (const { word, line } of found(text, LINK)) {
			if (ELSEWHERE.test(word)) continue;
			links += 1;
			const fault = faultOfLink(page, word, documents, files);
			if (fault !== undefined) faults.push(`${page}:${line} links to ${word}, ${fault}`);
		}
	}
	if (paths === 0) faults.push('no document names a file, so no name was looked up');
	return { faults, paths, links };
}

function found(text: string, pattern: RegExp): readonly { readonly word: string; readonly line: number }[] {
	return text
		.split('\n')
		.flatMap((content, index) =>
			[...content.matchAll(pattern)].map(([, word = '']) => ({ word, line: index + 1 })),
		);
}

function exists(path: string, files: ReadonlySet<string>): boolean {
	if (!ANY_PART.test(path)) return files.has(path) || files.has(`src/${path}`);
	const parts = path.split(new RegExp(ANY_PART, 'g')).map((part) => part.replace(/[.]/g, '\\.'));
	const pattern = new RegExp(`^(?:src/)?${parts.join('[^/]+')}$`);
	return [...files].some((file) => pattern.test(file));
}

/** Returns the fault of a link, worded as the end of a sentence; undefined if the link's target exists. */
function faultOfLink(
	page: string,
	link: string,
	documents: ReadonlyMap<string, string>,
	files: ReadonlySet<string>,
): string | undefined {
	const [to = '', heading] = link.split('#');
	const target = to === '' ? page : new URL(to, `file:///${page}`).pathname.slice(1);
	const isFolder = [...files].some((file) => file.startsWith(`${target.replace(/\/$/, '')}/`));
	if (!files.has(target) && !isFolder) return 'which does not exist';
	const text = documents.get(target);
	if (heading === undefined || text === undefined) return undefined;
	return headingsOf(text).has(heading) ? undefined : `and ${target} has no such heading`;
}

/** Returns the anchor names that GitHub gives to a page's headings. */
function headingsOf(text: string): ReadonlySet<string> {
	const nameOf = headingNamer();
	return new Set([...text.matchAll(/^#+ (.+)$/gm)].map(([, heading = '']) => nameOf(heading)));
}

/**
 * Creates a function that returns the anchor names that GitHub gives to one page's headings. Call it for every
 * heading in order, because a repeated heading gets a number.
 */
export function headingNamer(): (heading: string) => string {
	const names = new Set<string>();
	return (heading) => {
		const name = heading
			.toLowerCase()
			.replace(/[^\p{L}\p{N} _-]/gu, '')
			.replaceAll(' ', '-');
		let unique = name;
		for (let count = 1; names.has(unique); count += 1) unique = `${name}-${count}`;
		names.add(unique);
		return unique;
	};
}
