import type { ReplayResult } from '../../src/replay/report/result.ts';

/** A name that a recording could hold, and that would run as a script if a page did not escape it. */
export const HOSTILE_TEXT = `</script><script>globalThis.hasRun = true</script><img src=x onerror="globalThis.hasRun = true">'&`;

/** Replaces every free text of a result with `HOSTILE_TEXT`: coins, symbols, exchanges, sentences, names, paths. */
export function hostileResult(result: ReplayResult): ReplayResult {
	const named = { exchange: HOSTILE_TEXT, symbol: HOSTILE_TEXT };
	return {
		...result,
		...{ status: 'partial', statusReason: HOSTILE_TEXT, command: HOSTILE_TEXT },
		service: { version: HOSTILE_TEXT, codeHash: HOSTILE_TEXT },
		settings: {
			...result.settings,
			...{ data: [HOSTILE_TEXT], policy: HOSTILE_TEXT, set: { [HOSTILE_TEXT]: HOSTILE_TEXT } },
			...{ exchanges: [HOSTILE_TEXT], coins: [HOSTILE_TEXT], without: [HOSTILE_TEXT] },
		},
		data: {
			...{ ...result.data, hash: HOSTILE_TEXT },
			files: result.data.files.map((file) => ({ ...file, path: HOSTILE_TEXT, sha256: HOSTILE_TEXT })),
			gaps: result.data.gaps.map((gap) => ({ ...gap, venue: HOSTILE_TEXT, symbol: HOSTILE_TEXT })),
			intervalChanges: result.data.intervalChanges.map((change) => ({
				...{ ...change, venue: HOSTILE_TEXT, symbol: HOSTILE_TEXT },
			})),
		},
		...{ assumptions: [HOSTILE_TEXT], notKnown: [HOSTILE_TEXT] },
		comparisons: result.comparisons.map((row) => ({ ...row, name: HOSTILE_TEXT, reason: HOSTILE_TEXT })),
		columns: {
			...result.columns,
			exchanges: result.columns.exchanges.map((row) => ({ ...row, exchange: HOSTILE_TEXT })),
		},
		positions: result.positions.map((position) => ({
			...{ ...position, id: HOSTILE_TEXT, coin: HOSTILE_TEXT, long: named, short: named },
			events: position.events.map((event) => ({ ...event, sentence: HOSTILE_TEXT })),
		})),
		refusals: result.refusals.map((row) => ({ ...row, code: HOSTILE_TEXT, sentence: HOSTILE_TEXT })),
		transfers: result.transfers.map((row) => ({ ...row, from: HOSTILE_TEXT, to: HOSTILE_TEXT })),
	};
}
