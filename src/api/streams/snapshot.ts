/** Keeps a channel's state serialized, so that changes are found by comparing texts. */

/**
 * Serialized content. `text` is JSON; `same` is the part that is compared to detect a change. Texts with equal `same`
 * differ only in ages.
 */
export type Written = { readonly text: string; readonly same: string };

/** A serialized row of a list, with its unique key. */
export type Row = Written & { readonly key: string };

/** A field in addition to the rows. Without `same`, the field is sent with every change but never causes one. */
export type Value = { readonly name: string; readonly text: string; readonly same?: string };

/** State of a channel: either one text, or a list of serialized rows and further fields. */
export type Snapshot =
	| { readonly kind: 'whole'; readonly whole: Written }
	| {
			readonly kind: 'rows';
			/** Name of the field with the rows. */
			readonly member: string;
			/** Rows in the order of the list; each key occurs once. */
			readonly rows: readonly Row[];
			readonly values: readonly Value[];
	  };

/** Creates a state that is sent as one text. @param same part that is compared to detect a change */
export function whole(text: string, same: string = text): Snapshot {
	return { kind: 'whole', whole: { text, same } };
}

type Kept = Written & { readonly rev: number };

/**
 * Keeps a channel's latest snapshot, with the revision of each part. Derives the changes since any earlier revision;
 * they contain only the latest state of each part.
 */
export interface SnapshotRegistry {
	/** Revision of the latest snapshot; 0 before the first one. */
	readonly revision: number;
	/**
	 * Stores a snapshot. If the snapshot differs from the last one, it gets the next revision and the result is true.
	 */
	take(shown: Snapshot): boolean;
	/** True if the changes since the given revision are still stored. */
	reaches(revision: number): boolean;
	/** Returns the whole snapshot as JSON. */
	snapshot(): string;
	/**
	 * Returns the changes since a revision as JSON. The revision must be one that `reaches` accepts, and not the
	 * latest.
	 */
	changesSince(revision: number): string;
}

/** Creates an empty registry. @param removedMax maximum number of removed rows to remember */
export function createSnapshotRegistry(removedMax: number): SnapshotRegistry {
	let revision = 0;
	let shown: Kept | undefined;
	let member = '';
	const rows = new Map<string, Kept>();
	let order: readonly string[] = [];
	let orderRevision = 0;
	const values = new Map<string, { text: string; same: string | undefined; rev: number }>();
	const removed: { readonly key: string; readonly rev: number }[] = [];
	/** Rows that were removed at or before this revision may be forgotten. */
	let forgotten = 0;

	function takeRows(shown: Extract<Snapshot, { kind: 'rows' }>, next: number): boolean {
		let changed = revision === 0;
		member = shown.member;
		const present = new Set<string>();
		for (const { key, text, same } of shown.rows) {
			present.add(key);
			const kept = rows.get(key);
			const isChanged = kept === undefined || kept.same !== same;
			rows.set(key, { text, same, rev: isChanged ? next : kept.rev });
			changed ||= isChanged;
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
			const isChanged = kept === undefined || (same !== undefined && kept.same !== same);
			values.set(name, { text, same, rev: isChanged ? next : kept.rev });
			changed ||= isChanged;
		}
		return changed;
	}

	function takeWhole({ text, same }: Written, next: number): boolean {
		const isChanged = shown === undefined || shown.same !== same;
		shown = { text, same, rev: isChanged ? next : (shown?.rev ?? next) };
		return isChanged;
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
			const sent = [...values].filter(([, { same, rev }]) => same === undefined || rev > from);
			const parts = [
				`"${member}":[${changed.join(',')}]`,
				`"removed":${JSON.stringify([...gone])}`,
				...(orderRevision > from ? [`"order":${JSON.stringify(order)}`] : []),
				...sent.map(memberText),
			];
			return `{${parts.join(',')}}`;
		},
	};
}

function memberText([name, { text }]: readonly [string, { readonly text: string }]): string {
	return `${JSON.stringify(name)}:${text}`;
}
