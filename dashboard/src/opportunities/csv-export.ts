/** Loads every row of a list and saves it as a CSV file. It is loaded when somebody presses the button. */
import type { MethodParams } from '../../../client/methods.ts';
import { allPages } from '../live/all-pages.ts';
import type { Service } from '../live/service.svelte.ts';
import type { ColumnId } from './columns.ts';
import { type CsvParts, csvFile } from './csv-file.ts';
import type { Opportunity } from './held-rows.ts';

type Export = {
	readonly service: Service;
	/** Filters, sort order and terms of the list, without its page. */
	readonly params: NonNullable<MethodParams<'get_opportunities'>>;
	readonly columns: readonly ColumnId[];
	/** Called after each page with the number of loaded rows and of all rows. */
	readonly onProgress: (done: number, all: number) => void;
	readonly signal: AbortSignal;
	readonly saidAll: CsvParts['saidAll'];
};

/**
 * Loads the list page by page and returns the file's text. A row that moves to a later page meanwhile occurs once.
 * Rejects with the service's error if a page fails, and with an AbortError after an abort.
 */
export async function exportCsv({
	service,
	params,
	columns,
	onProgress,
	signal,
	saidAll,
}: Export): Promise<string> {
	const records = new Map<string, Opportunity>();
	const daily = new Map<string, readonly (number | null)[]>();
	let asOf = '';
	const pages = allPages((at) => service.call('get_opportunities', { ...params, ...at }, { signal }));
	for await (const found of pages) {
		asOf ||= found.as_of;
		for (const record of found.data) records.set(record.opportunity_id, record);
		const ids = found.data.map(({ opportunity_id: id }) => id);
		if (columns.includes('history') && ids.length > 0) {
			const { data } = await service.call('get_daily_spreads', { opportunity_ids: ids }, { signal });
			for (const { opportunity_id: id, daily_spreads: days } of data) daily.set(id, days ?? []);
		}
		onProgress(records.size, found.pagination.total_count);
	}
	return csvFile([...records.values()], columns, { daily, asOf, saidAll });
}
