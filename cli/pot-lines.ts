/** Formats pots of the autopilot and their decisions as human-readable text. Amounts are in USD. */
import type { AutopilotStatusResult } from '../client/methods.ts';
import { type Column, columnsTable, factLines } from './columns-table.ts';
import { coins, exact, fixed, gain, percent, time, UNKNOWN, usd } from './figures.ts';
import type { TextStyle } from './opportunity-lines.ts';
import type { Tone, Toned } from './paint.ts';

/** A pot as the service returns it. */
export type Pot = AutopilotStatusResult['pots'][number];
/** A decision of a pot as the service returns it. */
export type PotDecision = Pot['decisions'][number];
type Change = PotDecision['changes'][number];
type Settings = Readonly<Record<string, unknown>>;

const POT_TONES: Readonly<Record<Pot['state'], Tone>> = {
	running: 'good',
	paused: 'warn',
	stopping: 'warn',
	stopped: 'bad',
};
const CHANGE_TONES: Readonly<Partial<Record<Change['state'], Tone>>> = {
	suggested: 'warn',
	executed: 'good',
	refused: 'bad',
};

/** Formats all pots as a table, with what each waits for and the changes that a person may confirm. */
export function potsLines(pots: readonly Pot[], style: TextStyle): string[] {
	if (pots.length === 0) return ['No pots: see carrywire autopilot --help.'];
	return [
		...columnsTable(POT_COLUMNS, pots, style),
		...pots.flatMap((pot) => noteLines(pot)),
		...pots.flatMap((pot) =>
			pot.decisions
				.filter(isSuggestion)
				.flatMap((decision) => [
					'',
					style.paint(pot.settings.name, 'strong'),
					...decisionLines(decision, style),
				]),
		),
		'',
		'CASH is the yield of the capital as cash since the start. One pot in full: carrywire autopilot status ID.',
	];
}

/** Formats one pot with its settings, holdings and decisions. */
export function potLines(pot: Pot, style: TextStyle): string[] {
	return [
		...columnsTable(POT_COLUMNS, [pot], style),
		...noteLines(pot),
		'',
		...settingLines(pot.settings, style),
		'',
		...(pot.holdings.length === 0
			? ['Nothing is held.']
			: columnsTable(HOLDING_COLUMNS, pot.holdings, style)),
		...pot.decisions.flatMap((decision) => ['', ...decisionLines(decision, style)]),
	];
}

const POT_COLUMNS: readonly Column<Pot>[] = [
	{ head: 'ID', align: 'left', cell: (row) => row.pot_id },
	{ head: 'NAME', align: 'left', cell: (row) => row.settings.name },
	{ head: 'STATE', align: 'left', cell: ({ state }) => ({ text: state, tone: POT_TONES[state] }) },
	{ head: 'KIND', align: 'left', cell: (row) => row.kind },
	{ head: 'MODE', align: 'left', cell: (row) => row.settings.mode },
	{ head: 'CAPITAL USD', cell: (row) => usd(row.settings.capital), spare: 2 },
	{ head: 'EQUITY USD', cell: (row) => usd(row.equity), spare: 1 },
	{ head: 'PROFIT USD', cell: (row) => gain(row.profit, usd(row.profit)) },
	{ head: 'CASH USD', cell: (row) => usd(row.cash_profit) },
	{
		head: 'SHADOW USD',
		cell: (row) => (row.shadow_pot_id === null ? UNKNOWN : gain(row.shadow_profit, usd(row.shadow_profit))),
		spare: 3,
	},
	{ head: 'NEXT DECISION', align: 'left', cell: (row) => time(row.next_decision_at), spare: 4 },
];

const HOLDING_COLUMNS: readonly Column<Pot['holdings'][number]>[] = [
	{ head: 'EXECUTION', align: 'left', cell: (row) => row.execution_id },
	{ head: 'COIN', align: 'left', cell: (row) => row.coin },
	{ head: 'LONG', align: 'left', cell: (row) => row.long_exchange },
	{ head: 'SHORT', align: 'left', cell: (row) => row.short_exchange },
	{ head: 'COINS', cell: (row) => coins(row.quantity), spare: 1 },
	{ head: 'LEG USD', cell: (row) => usd(row.notional) },
	{ head: 'PROFIT USD', cell: (row) => gain(row.profit, usd(row.profit)) },
	{ head: '', align: 'left', cell: (row) => (row.is_moving ? 'opens or closes now' : '') },
];

function noteLines({ settings: { name }, state, state_reason: reason, waits }: Pot): string[] {
	return [
		...(reason === null ? [] : [`${name} is ${state}: ${reason.message}`]),
		...(waits === null ? [] : [`${name} waits: ${waits.message}`]),
	];
}

/** Formats settings, one per line. @param before the present settings; those that change show both values */
export function settingLines(settings: Settings, { paint }: TextStyle, before?: Settings): string[] {
	return factLines(
		paint,
		Object.entries(settings)
			.filter(([, value]) => value !== undefined)
			.map(([name, value]) => {
				const shown = settingText(name, value);
				const present = before === undefined ? shown : settingText(name, before[name]);
				return [
					name.replace(/_pct$/, ' %').replaceAll('_', ' '),
					present === shown ? shown : `${shown} (was ${present})`,
				];
			}),
	);
}

function settingText(name: string, value: unknown): string {
	if (name === 'coins' && value === null) return 'all';
	if (value === null || (Array.isArray(value) && value.length === 0)) return 'none';
	if (Array.isArray(value)) return value.join(', ');
	return typeof value === 'number' ? exact(value) : String(value);
}

function isSuggestion({ changes }: PotDecision): boolean {
	return changes.some(({ state }) => state === 'suggested');
}

/** Formats a decision: its cause, the net that it expects, and each change with its state. */
export function decisionLines(decision: PotDecision, style: TextStyle): string[] {
	const { decision_id: id, at, trigger, trigger_exchange: exchange, trigger_coin: coin, plan } = decision;
	const cause = [trigger.replaceAll('_', ' '), coin, exchange].filter((part) => part !== null).join(' ');
	return [
		`${style.paint(id, 'strong')}  ${time(at)}, ${cause}`,
		...(plan === null
			? []
			: [
					`Expected net on capital ${percent(plan.net_on_capital)} % a year, cash ${percent(plan.cash)} %.`,
					...plan.notes.map(({ message }) => message),
				]),
		...(decision.changes.length === 0
			? ['Nothing to change.']
			: [
					...columnsTable(CHANGE_COLUMNS, decision.changes, style),
					...decision.changes.map(
						({ number, explanation, outcome }) =>
							`${number}: ${explanation.message}${outcome === null ? '' : ` ${outcome.message}`}`,
					),
				]),
		...(isSuggestion(decision)
			? [
					`Openings can be confirmed until ${time(decision.valid_until)}: carrywire autopilot confirm ${id}, or decline.`,
				]
			: []),
	];
}

const CHANGE_COLUMNS: readonly Column<Change>[] = [
	{ head: '#', cell: (row) => fixed(row.number, 0) },
	{ head: 'CHANGE', align: 'left', cell: (row) => row.kind },
	{ head: 'COIN', align: 'left', cell: (row) => row.coin },
	{ head: 'LONG', align: 'left', cell: (row) => row.long.exchange },
	{ head: 'SHORT', align: 'left', cell: (row) => row.short.exchange },
	{ head: 'LEG USD', cell: (row) => usd(row.notional) },
	{ head: 'GAIN USD', cell: (row) => gain(row.gain, usd(row.gain)) },
	{ head: 'COST USD', cell: (row) => usd(row.cost) },
	{ head: 'STATE', align: 'left', cell: (row) => stateText(row.state) },
	{ head: 'EXECUTION', align: 'left', cell: (row) => row.execution_id ?? UNKNOWN, spare: 1 },
];

function stateText(state: Change['state']): Toned {
	return { text: state, tone: CHANGE_TONES[state] };
}
