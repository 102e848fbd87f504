/** Defines the arguments and help of `autopilot` and `what-if`. A command's code is loaded when it runs. */
import { type CliCommand, list, number, text } from './command.ts';
import { POT_ACTIONS, POT_FLAGS, SHOCK_FLAGS, START_FLAGS } from './pot-flags.ts';
import { SERVICE_FLAGS, YES_FLAG } from './shared-flags.ts';

/** Commands about pots and about what the markets could do to them, in the order that help shows. */
export const POT_COMMANDS: readonly CliCommand[] = [
	{
		name: 'autopilot',
		group: 'trade',
		summary: 'Show, start, change and stop pots that the service trades by itself.',
		about:
			'Works with the pots of the autopilot: capital that the service plans and trades within your limits. Without an action it lists your pots, and the changes that wait for you. start, change, stop and confirm first show what they do, and require the answer "yes" (without a terminal they need --yes); in live mode, that answer also confirms real orders at the pot\'s exchanges. pause stops voluntary changes; resume continues. stop is final: with --close the pot first closes everything, otherwise its positions stay open and are yours. confirm and decline answer the suggested changes of a decision. Prints the result of the method: autopilot_status, autopilot_start, autopilot_change, autopilot_pause, autopilot_stop, autopilot_confirm or autopilot_decline.',
		forms: [
			'[status [POT]] [--decisions NUMBER]',
			'start --name TEXT --capital USD --exchanges NAMES [settings]',
			'change POT [settings]',
			'pause|resume POT',
			'stop POT [--close]',
			'confirm|decline DECISION [--changes NUMBERS]',
		],
		words: [
			{ name: 'ACTION', meaning: `${POT_ACTIONS.join(', ')} (default status).`, choices: POT_ACTIONS },
			{
				name: 'ID',
				meaning: 'ID of the pot or, for confirm and decline, of the decision, from carrywire autopilot.',
			},
		],
		flags: {
			...POT_FLAGS,
			...START_FLAGS,
			decisions: number('NUMBER', 'With status: latest decisions of each pot, up to 100 (default 10).'),
			changes: list(
				'NUMBERS',
				'With confirm and decline: numbers of the changes, separated by commas (default: all suggested).',
			),
			close: { kind: 'switch', meaning: 'With stop: first close all positions of the pot at market prices.' },
			...YES_FLAG,
			...SERVICE_FLAGS,
		},
		examples: [
			'carrywire autopilot',
			'carrywire autopilot start --name Main --capital 10000 --exchanges bybit,kucoin --with-shadow',
			'carrywire autopilot confirm dec_7d2e4f6081a3c5e73f9a1c5b --changes 0,2',
			'carrywire autopilot change pot_9d2e4f6081a3c5e73f9a1c5b --drawdown-pct 5 --mode act',
			'carrywire autopilot pause pot_9d2e4f6081a3c5e73f9a1c5b',
			'carrywire autopilot stop pot_9d2e4f6081a3c5e73f9a1c5b --close',
		],
		load: async () => (await import('./commands/autopilot.ts')).autopilot,
	},
	{
		name: 'what-if',
		group: 'trade',
		summary: 'Show what a sudden market change would do to your positions. Sends nothing.',
		about:
			'Applies a change of the markets to your open positions: prices that move, a price gap at one exchange, funding at its cap, or an exchange that does not answer. Prints profit, funding, liquidations, the margin of each exchange before and after, what the service would do, and the transfers that it would request. With --squeeze it starts a replay of a recorded squeeze with your positions instead, and prints its ID. Sends nothing to an exchange. Prints the result of what_if.',
		forms: ['--move-pct PERCENT [flags]', '--squeeze ID [flags]'],
		flags: {
			...SHOCK_FLAGS,
			'execution-id': text('ID', 'Show only this execution; the margin is that of all positions.'),
			leverage: number(
				'TIMES',
				'Planned leverage for the levels of margin (default: that of each position).',
			),
			...SERVICE_FLAGS,
		},
		examples: [
			'carrywire what-if --move-pct -30',
			'carrywire what-if --coin INJ --cap-settlements 8 --cap-sign negative',
			'carrywire what-if --exchange-down bybit --exchange-down-hours 8 --move-pct -10 --json | jq .totals',
			'carrywire what-if --squeeze inj-2026-02',
		],
		load: async () => (await import('./commands/what-if.ts')).whatIf,
	},
];
