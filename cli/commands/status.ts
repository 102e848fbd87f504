import type { CheckPairStatusResult, ExchangePairResult, TestResult } from '../../client/methods.ts';
import { columnsTable, factLines } from '../columns-table.ts';
import { duration, percent, time, UNKNOWN } from '../figures.ts';
import { orUnknown, type TextStyle } from '../opportunity-lines.ts';
import type { Toned } from '../paint.ts';
import { moneyText } from '../preview-lines.ts';
import { serviceCommand } from '../service-command.ts';

/** Shows the state of the service and its exchanges, or of one exchange pair. */
export const status = serviceCommand({
	name: 'status',
	needs: 'arb:read',
	read: ({ words: [exchangepair, symbol] }) => ({ exchangepair, symbol }),
	async run({ exchangepair, symbol }, session) {
		if (exchangepair !== undefined) {
			const pair = await session.call('check_pair_status', {
				exchangepair,
				...(symbol === undefined ? {} : { symbol }),
			});
			session.show(pair, () => pairLines(pair, session));
			return;
		}
		const test = await session.openCall('test', {});
		const pairs = await session.openCall('exchange_pair', {});
		session.show({ test, exchange_pair: pairs }, () => serviceLines(session.url, test, pairs, session));
	},
});

function serviceLines(url: string, test: TestResult, pairs: ExchangePairResult, style: TextStyle): string[] {
	return [
		...factLines(style.paint, [
			['service', `${url}, ${test.service} ${test.version}`],
			['money', moneyText(test.trading_mode)],
			['clock', time(test.time)],
			['uptime', duration(test.uptime_seconds * 1_000)],
		]),
		'',
		...columnsTable(
			[
				{ head: 'PAIR', align: 'left', cell: (row) => row.exchangepair },
				{ head: 'ACTIVE', align: 'left', cell: (row) => yesNo(row.active) },
				{ head: 'SYMBOLS', cell: (row) => String(row.symbols) },
				{ head: 'OPPORTUNITIES', cell: (row) => String(row.opportunities) },
				{ head: 'TRADABLE', cell: (row) => String(row.tradable_opportunities) },
				{ head: 'BEST APR %', cell: (row) => percent(row.best_apr) },
				{ head: 'BEST NET APR %', cell: (row) => percent(row.best_net_apr) },
				{ head: 'WHY NOT', align: 'left', cell: (row) => row.reason ?? '' },
			],
			pairs,
			style,
		),
	];
}

function pairLines(pair: CheckPairStatusResult, style: TextStyle): string[] {
	return [
		...factLines(style.paint, [
			['pair', pair.exchangepair],
			['active', yesNo(pair.active)],
			...(pair.reason === null ? [] : [['reason', pair.reason] as [string, string]]),
			['your executions', pair.executions.join(', ') || 'none'],
			['as of', time(pair.updated_at)],
		]),
		'',
		...columnsTable(
			[
				{ head: 'EXCHANGE', align: 'left', cell: (row) => row.exchange },
				{ head: 'CONNECTED', align: 'left', cell: (row) => yesNo(row.connected) },
				{ head: 'DATA', align: 'left', cell: (row) => row.market_data },
				{ head: 'AGE ms', cell: (row) => (row.data_age_ms === null ? UNKNOWN : String(row.data_age_ms)) },
				{ head: 'TRADING', align: 'left', cell: (row) => (row.data_only ? 'data only' : row.trading) },
			],
			pair.exchanges,
			style,
		),
		...pair.exchanges.flatMap(({ exchange, needs }) =>
			needs
				.filter(({ met }) => met !== 'yes')
				.map(
					({ need, met, how, consequence }) =>
						`${exchange}: ${need} ${met}: ${how}. ${orUnknown(consequence)}`,
				),
		),
	];
}

function yesNo(value: boolean): Toned {
	return { text: value ? 'yes' : 'no', tone: value ? 'good' : 'bad' };
}
