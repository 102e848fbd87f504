/** What a channel shows at an instant, written already, so that whatever follows compares and joins texts. */

/** Text of JSON, and what decides whether it is news: two that are the same differ in nothing but ages. */
export type Written = { readonly text: string; readonly same: string };

/** Written row of a list, with the key that tells it from the others. */
export type Row = Written & { readonly key: string };

/** A member beside the rows. Without `same` it is told with every change and is never one by itself. */
export type Value = { readonly name: string; readonly text: string; readonly same?: string };

/** State of a channel at an instant: either one text or a list of written rows with the rest. */
export type Snapshot =
	| { readonly kind: 'whole'; readonly whole: Written }
	| {
			readonly kind: 'rows';
			/** Name of the list of rows. */
			readonly member: string;
			/** In their order, each key once. */
			readonly rows: readonly Row[];
			readonly values: readonly Value[];
	  };

/** State that is sent as one text; `same` is the part that is compared to detect a change. */
export function whole(text: string, same: string = text): Snapshot {
	return { kind: 'whole', whole: { text, same } };
}

type Kept = Written & { readonly rev: number };

/**
 * The latest picture of a channel and, of each part of it, at which change it came: so that what has changed since any earlier
 * change can be told, with the latest state of each part and none in between.
 */
export interface SnapshotRegistry {
	/** Which change the latest picture is; 0 before the first. */
	readonly revision: number;
	/** True when the picture differs from the latest one, which then is the next revision. */
	take(shown: Snapshot): boolean;
	/** Whether what has changed since that revision is still known. */
	reaches(revision: number): boolean;
	/** JSON of the whole picture. */
	snapshot(): string;
	/** JSON of what has changed since the revision, which must be reached and not the latest. */
	changesSince(revision: number): string;
}

/** @param removedMax how many rows that are gone are remembered */
export function createSnapshotRegistry(removedMax: number): SnapshotRegistry {
	let revision = 0;
	let shown: Kept | undefined;
	let member = '';
	const rows = new Map<string, Kept>();
	let order: readonly string[] = [];
	let orderRevision = 0;
	const values = new Map<string, { text: string; same: string | undefined; rev: number }>();
	const removed: { readonly key: string; readonly rev: number }[] = [];
	/** What was gone at or before this revision is not remembered. */
	let forgotten = 0;

	function takeRows(shown: Extract<Snapshot, { kind: 'rows' }>, next: number): boolean {
		let changed = revision === 0;
		member = shown.member;
		const present = new Set<string>();
		for (const { key, text, same } of shown.rows) {
			present.add(key);
			const kept = rows.get(key);
			const isNews = kept === undefined || kept.same !== same;
			rows.set(key, { text, same, rev: isNews ? next : kept.rev });
			changed ||= isNews;
		}
		for (const key of rows.keys()) {
			if (present.has(key)) continue;
			rows.delete(key);
			removed.push({ key, rev: next });
			changed = true;
		}
		while (removed.length > removedMax) forgotten = removed.shift()?.rev ?? forgotten;
		const keys = shown.rows.map(({ key }) => key);
		if (keys.length !== order.length || keys.some((key, at) => key !== order[at])) {
			order = keys;
			orderRevision = next;
			changed = true;
		}
		for (const { name, text, same } of shown.values) {
			const kept = values.get(name);
			const isNews = kept === undefined || (same !== undefined && kept.same !== same);
			values.set(name, { text, same, rev: isNews ? next : kept.rev });
			changed ||= isNews;
		}
		return changed;
	}

	function takeWhole({ text, same }: Written, next: number): boolean {
		const isNews = shown === undefined || shown.same !== same;
		shown = { text, same, rev: isNews ? next : (shown?.rev ?? next) };
		return isNews;
	}

	return {
		get revision() {
			return revision;
		},
		take(shown) {
			const next = revision + 1;
			const changed = shown.kind === 'whole' ? takeWhole(shown.whole, next) : takeRows(shown, next);
			if (changed) revision = next;
			return changed;
		},
		reaches: (from) => Number.isInteger(from) && from >= 1 && from <= revision && from >= forgotten,
		snapshot() {
			if (shown !== undefined) return shown.text;
			const list = order.map((key) => rows.get(key)?.text ?? 'null').join(',');
			return `{${[`"${member}":[${list}]`, ...[...values].map(memberText)].join(',')}}`;
		},
		changesSince(from) {
			if (shown !== undefined) return shown.text;
			const changed = order.flatMap((key) => {
				const kept = rows.get(key);
				return kept === undefined || kept.rev <= from ? [] : [kept.text];
			});
			const gone = new Set(removed.flatMap(({ key, rev }) => (rev > from && !rows.has(key) ? [key] : [])));
			const told = [...values].filter(([, { same, rev }]) => same === undefined || rev > from);
			const parts = [
				`"${member}":[${changed.join(',')}]`,
				`"removed":${JSON.stringify([...gone])}`,
				...(orderRevision > from ? [`"order":${JSON.stringify(order)}`] : []),
				...told.map(memberText),
			];
			return `{${parts.join(',')}}`;
		},
	};
}

function memberText([name, { text }]: readonly [string, { readonly text: string }]): string {
	return `${JSON.stringify(name)}:${text}`;
}
