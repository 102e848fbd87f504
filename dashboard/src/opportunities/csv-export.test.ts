import { expect, test } from 'vitest';
import type { Service } from '../live/service.svelte.ts';
import { exportCsv } from './csv-export.ts';

/** Lists `total` opportunities in pages. The row before each page repeats, as when a row moves to a later page. */
function scripted(total: number, failsAt?: number) {
	const asked: (readonly [string, unknown])[] = [];
	const call = async (method: string, params: { page: number; limit: number; opportunity_ids: string[] }) => {
		asked.push([method, params]);
		if (method === 'get_daily_spreads')
			return { data: params.opportunity_ids.map((id) => ({ opportunity_id: id, daily_spreads: null })) };
		if (params.page === failsAt) throw new Error('The service is stopping.');
		const from = Math.max(0, (params.page - 1) * params.limit - 1);
		const to = Math.min(total, params.page * params.limit);
		return {
			data: Array.from({ length: to - from }, (_, at) => ({
				opportunity_id: `opp_${from + at}`,
				net: { amount: 1_000, leverage: 1, reasons: [] },
			})),
			pagination: { total_count: total, has_next: to < total },
			as_of: `page ${params.page}`,
		};
	};
	return { asked, service: { call } as unknown as Service };
}

const REST = {
	params: {},
	onProgress: () => undefined,
	signal: new AbortController().signal,
	saidAll: (messages: readonly string[]) => messages,
};

test('loads every page of the list once, with its filters and terms', async () => {
	const { service, asked } = scripted(230);
	const progress: number[] = [];
	const text = await exportCsv({
		service,
		params: { sortby: 'spread', amount: 500 },
		columns: [],
		onProgress: (done) => progress.push(done),
		signal: new AbortController().signal,
		saidAll: (messages) => messages,
	});
	expect(asked.map(([, params]) => params)).toEqual(
		[1, 2, 3].map((page) => ({ sortby: 'spread', amount: 500, page, limit: 100 })),
	);
	expect(progress).toEqual([100, 200, 230]);
	const lines = text.trimEnd().split('\r\n');
	expect(lines).toHaveLength(231);
	expect(new Set(lines.map((line) => line.split(',')[0])).size).toBe(231);
	expect(lines.at(-1)).toMatch(/^opp_229,.*,page 1$/);
});

test('asks for daily spreads only if the column is shown', async () => {
	const { service, asked } = scripted(3);
	const rest = { ...REST, service };
	await exportCsv({ ...rest, columns: ['history'] });
	expect(asked.map(([method]) => method)).toEqual(['get_opportunities', 'get_daily_spreads']);
});

test('saves nothing if a page fails', async () => {
	const { service } = scripted(230, 2);
	const rest = { ...REST, columns: [] };
	await expect(exportCsv({ service, ...rest })).rejects.toThrow('The service is stopping.');
});
