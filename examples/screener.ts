/**
 * Shows the best opportunities for your amount, and updates the display whenever they change. The service evaluates
 * each opportunity at its best horizon, or at yours. The screener needs no token.
 *
 *     npm run build
 *     node examples/screener.ts --amount 5000 --horizon-hours 72 --limit 5
 *     node examples/screener.ts --json            # one JSON object a line, for programs
 *
 * The screener runs until you stop it, and waits while the service is unreachable.
 */
import { parseArgs } from 'node:util';
import { connectStream, type Opportunity, type OpportunityPage } from 'carrywire/client';

const { values: flags } = parseArgs({
	options: {
		url: { type: 'string', default: process.env.CARRYWIRE_URL ?? 'http://127.0.0.1:8080' },
		/** Exchange pair, such as `bybit-kucoin`; default: all pairs. */
		pair: { type: 'string' },
		amount: { type: 'string', default: '1000' },
		/** Holding period; by default, the service uses each opportunity's best horizon. */
		'horizon-hours': { type: 'string' },
		limit: { type: 'string', default: '10' },
		/** Includes opportunities that a guard blocks. */
		all: { type: 'boolean', default: false },
		json: { type: 'boolean', default: false },
	},
});

const stream = connectStream({
	url: flags.url,
	onConnection: (state, reason) => console.error(`${state}: ${reason}`),
});
for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, () => void stream.close());

const best = stream.subscribe(flags.pair === undefined ? 'opportunities' : `opportunities.${flags.pair}`, {
	amount: number('amount'),
	...(flags['horizon-hours'] === undefined ? {} : { horizon_hours: number('horizon-hours') }),
	limit: number('limit'),
	sortby: 'net_apr',
	tradable_only: !flags.all,
});
for await (const page of best) console.log(flags.json ? JSON.stringify(page.data.map(shown)) : tableOf(page));

function shown({
	opportunity_id,
	symbol,
	direction,
	apr,
	net,
	max_amount,
	next_funding_timestamp,
}: Opportunity) {
	const { expected_net, horizon_hours, net_apr, probability_positive, break_even_hours, verdict, reasons } =
		net;
	return {
		...{
			opportunity_id,
			symbol,
			direction,
			apr,
			expected_net,
			horizon_hours,
			net_apr,
			probability_positive,
			break_even_hours,
			max_amount,
		},
		...{ next_funding_timestamp, verdict, reasons },
	};
}

function tableOf({ data, as_of }: OpportunityPage): string {
	const rows = data.map(({ symbol, direction, apr, net, max_amount }) => [
		symbol.padEnd(14),
		direction.padEnd(30),
		percent(apr),
		netOf(net),
		percent(net.net_apr),
		(net.probability_positive === null ? '?' : net.probability_positive.toFixed(2)).padStart(6),
		(net.break_even_hours === null ? 'never' : `${net.break_even_hours} h`).padStart(8),
		(max_amount === null ? '?' : max_amount.toFixed(0)).padStart(9),
		net.verdict,
	]);
	const head = `${'symbol'.padEnd(14)} ${'direction'.padEnd(30)}      apr      ${'net'.padEnd(15)}  net apr  P(>0)    pays by   max USD verdict`;
	return [`\n${as_of}`, head, ...rows.map((cells) => cells.join(' '))].join('\n');
}

/**
 * Formats the expected net profit after all costs as a percentage of one leg's notional, for example `+0.42% in 30
 * days`.
 */
function netOf({ expected_net: net, horizon_hours: hours }: Opportunity['net']): string {
	return `${percent(net)}${net === null ? '' : ` in ${days(hours)}`}`.padEnd(20);
}

/** Formats a duration in hours or days. */
function days(hours: number): string {
	if (hours === 24) return '1 day';
	return hours < 24 ? `${hours} hours` : `${Number((hours / 24).toFixed(1))} days`;
}

/** Formats a fraction as a percentage; `?` if unknown. */
function percent(fraction: number | null): string {
	return (fraction === null ? '?' : `${(fraction * 100).toFixed(2)}%`).padStart(8);
}

function number(name: 'amount' | 'horizon-hours' | 'limit'): number {
	const value = Number(flags[name]);
	if (!Number.isFinite(value)) throw new Error(`--${name} must be a number; was ${flags[name]}.`);
	return value;
}
