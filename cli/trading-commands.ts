/** Commands that look at a service and trade: their flags, words and help. Their code is loaded when it runs. */
import { type CliCommand, number, option, text } from './command.ts';
import { PUBLIC_FLAGS, SERVICE_FLAGS, YES_FLAG } from './shared-flags.ts';
import { EXIT_FLAGS, OPENING_FLAGS, SORT_KEYS, TERMS_FLAGS, VERDICTS } from './trade-flags.ts';

/** Everything from opportunities to status that calls methods for trading, in the order of the help. */
export const TRADING_COMMANDS: readonly CliCommand[] = [
	{
		name: 'opportunities',
		group: 'trade',
		summary: 'What pays funding now, and what is left of it after every cost.',
		about:
			'Lists opportunities at your terms, best first. A headline is not a profit: the verdict, NET and CHANCE say what is expected to be left, and in which time. Prints get_opportunities.',
		forms: ['[flags]'],
		flags: {
			exchangepair: text('PAIR', 'Only of this pair of exchanges, such as bybit-kucoin.'),
			q: text('TEXT', 'Only symbols that hold this text.'),
			sortby: text('KEY', `Best first by ${SORT_KEYS.join(', ')} (default spread).`, { choices: SORT_KEYS }),
			'tradable-only': {
				kind: 'switch',
				meaning: 'Only those that no guard forbids; the verdict may still be no_trade.',
			},
			verdict: text('VERDICT', `Only those of this verdict: ${VERDICTS.join(', ')}.`, { choices: VERDICTS }),
			'max-min-amount': number('USD', 'Only those that so much, over both legs, is enough to open.'),
			limit: number('NUMBER', 'So many on a page, at most 100 (default 20).'),
			page: number('NUMBER', 'Which page (default 1).'),
			...TERMS_FLAGS,
			...PUBLIC_FLAGS,
		},
		examples: [
			'carrywire opportunities --sortby net_apr --tradable-only --limit 5',
			'carrywire opportunities --exchangepair bybit-kucoin --amount 5000 --horizon-hours 72',
			'carrywire opportunities --json --limit 1 | jq .data',
		],
		load: async () => (await import('./commands/opportunities.ts')).opportunities,
	},
	{
		name: 'opportunity',
		group: 'trade',
		summary: 'One of them: its legs, its cost ledger, its coming settlements.',
		about:
			'Explains one opportunity at your terms: both legs, what it is expected to pay and to cost, the settlements to come, and why the verdict is what it is. Prints opportunity_detail.',
		forms: ['ID [flags]'],
		words: [{ name: 'ID', meaning: 'From carrywire opportunities.' }],
		flags: { ...TERMS_FLAGS, ...PUBLIC_FLAGS },
		examples: ['carrywire opportunity opp_3f9a1c5b7d2e4f6081a3c5e7 --amount 2000'],
		load: async () => (await import('./commands/opportunity.ts')).opportunity,
	},
	{
		name: 'preview',
		group: 'trade',
		summary: 'What opening it would do and cost, and every check. Sends nothing.',
		about:
			'Shows what carrywire execute would do with the same flags: both orders, the cost ledger, each check that does not hold with its limit, and until when and within which bounds this binds. Nothing is sent to an exchange. Prints execute_opportunity with preview.',
		forms: ['ID --amount USD [flags]'],
		words: [{ name: 'ID', meaning: 'From carrywire opportunities.' }],
		flags: { ...OPENING_FLAGS, ...EXIT_FLAGS, ...SERVICE_FLAGS },
		examples: ['carrywire preview opp_3f9a1c5b7d2e4f6081a3c5e7 --amount 1000'],
		load: async () => (await import('./commands/preview.ts')).preview,
	},
	{
		name: 'execute',
		group: 'trade',
		summary: 'Open it: previews, asks, opens what was previewed, and follows it until it runs.',
		about:
			'Opens a position of two legs. It previews first and shows the ledger and what does not hold, asks for "yes" (without a terminal it needs --yes), opens exactly what was previewed within the bounds of the preview, and follows every step until the position runs or has failed. Ctrl-C ends the following, not the opening. Prints get_execution once it runs, with --no-wait what execute_opportunity answered. The exit code is 5 when it does not come to run.',
		forms: ['ID --amount USD [flags]'],
		words: [{ name: 'ID', meaning: 'From carrywire opportunities.' }],
		flags: {
			...OPENING_FLAGS,
			...EXIT_FLAGS,
			...YES_FLAG,
			'no-wait': { meaning: 'Ends as soon as the service has taken it up.' },
			'idempotency-key': option(
				'TEXT',
				'The same key with the same flags opens once, however often it is called; with it nothing is previewed and nothing is asked, so that it needs --yes.',
			),
			...SERVICE_FLAGS,
		},
		examples: [
			'carrywire execute opp_3f9a1c5b7d2e4f6081a3c5e7 --amount 1000',
			'carrywire execute opp_3f9a1c5b7d2e4f6081a3c5e7 --amount 1000 --max-hours 72 --stop-loss-pct 2 --yes --json',
		],
		load: async () => (await import('./commands/execute.ts')).execute,
	},
	{
		name: 'portfolio',
		group: 'trade',
		summary: 'What is open, what it has earned and from what, and your accounts.',
		about:
			'Lists your open executions with their result split into price, funding, fees and slippage, the sums, and your exchange accounts. Ended ones: carrywire executions. Prints portfolio_live.',
		forms: ['[flags]'],
		flags: SERVICE_FLAGS,
		examples: ['carrywire portfolio', 'carrywire portfolio --json | jq .summary'],
		load: async () => (await import('./commands/portfolio.ts')).portfolio,
	},
	{
		name: 'watch',
		group: 'trade',
		summary: 'A live table of the best opportunities, or of your portfolio.',
		about:
			'Fills the terminal with the best opportunities at your terms, or with your portfolio, and keeps it as it changes; q or Ctrl-C ends it. Says since when the service is away, and goes on when it is back. With --json, and without a terminal only then: one line of JSON for each change, as get_opportunities or portfolio_live has it. watch portfolio needs a token, opportunities need none.',
		forms: ['[opportunities] [flags]', 'portfolio'],
		words: [
			{
				name: 'WHAT',
				meaning: 'opportunities (the default) or portfolio.',
				choices: ['opportunities', 'portfolio'],
			},
		],
		flags: {
			exchangepair: text('PAIR', 'Only of this pair of exchanges.'),
			q: text('TEXT', 'Only symbols that hold this text.'),
			sortby: text('KEY', `Best first by ${SORT_KEYS.join(', ')} (default net_apr).`, { choices: SORT_KEYS }),
			'tradable-only': { kind: 'switch', meaning: 'Only those that no guard forbids.' },
			limit: number('NUMBER', 'So many at most, at most 100 (default 30).'),
			...TERMS_FLAGS,
			...SERVICE_FLAGS,
		},
		examples: [
			'carrywire watch --tradable-only --amount 5000',
			'carrywire watch portfolio',
			'carrywire watch --json --limit 1',
		],
		load: async () => (await import('./commands/watch.ts')).watch,
	},
	{
		name: 'executions',
		group: 'trade',
		summary: 'All of your executions, also those that have ended.',
		about:
			'Lists your executions, open ones first and ended ones by pages, newest first. Prints portfolio_live with include_closed.',
		forms: ['[flags]'],
		flags: {
			limit: number('NUMBER', 'So many ended ones on a page, at most 100 (default 20).'),
			page: number('NUMBER', 'Which page of ended ones (default 1).'),
			...SERVICE_FLAGS,
		},
		examples: ['carrywire executions', 'carrywire executions --page 2 --limit 50 --json'],
		load: async () => (await import('./commands/executions.ts')).executions,
	},
	{
		name: 'execution',
		group: 'trade',
		summary: 'One execution: result, legs, funding, and its journal.',
		about:
			'Shows one of your executions: where it stands and why, what it has earned and from what, both legs, what funding was paid, and the last events of its journal. Prints get_execution.',
		forms: ['ID [flags]'],
		words: [{ name: 'ID', meaning: 'From carrywire portfolio or executions.' }],
		flags: {
			events: number('NUMBER', 'So many of the last events of its journal, at most 1000 (default 40).'),
			...SERVICE_FLAGS,
		},
		examples: ['carrywire execution exec_9d2e4f6081a3c5e73f9a1c5b --events 100'],
		load: async () => (await import('./commands/execution.ts')).execution,
	},
	{
		name: 'close',
		group: 'trade',
		summary: 'Close an execution, or a share of it, and follow it until both legs are flat.',
		about:
			'Closes both legs reduce-only, and follows it until both exchanges say flat. It shows first what the close would bring (fees, slippage and result of each leg by the books of now) and asks for "yes" (without a terminal it needs --yes). One that is queued or opening is stopped first. Closing what is closed already shows its result again. Ctrl-C ends the following, not the closing. Prints close_execution. The exit code is 0 only once both legs are flat, or the share is closed; 5 while the closing goes on, or where the answer was not yes.',
		forms: ['ID [flags]'],
		words: [{ name: 'ID', meaning: 'Of the execution, from carrywire portfolio.' }],
		flags: {
			preview: {
				kind: 'switch',
				meaning: 'Shows what the close would do and bring now, cause by cause, and changes nothing.',
			},
			share: number('SHARE', 'Closes this part of both legs: 0.5 is half (default 1).'),
			'max-slippage-bps': number('BPS', "Slippage guard of each leg (default and limit: the service's)."),
			...YES_FLAG,
			'no-wait': { meaning: 'Ends with what the service answers at first, within 20 s.' },
			...SERVICE_FLAGS,
		},
		examples: [
			'carrywire close exec_9d2e4f6081a3c5e73f9a1c5b',
			'carrywire close exec_9d2e4f6081a3c5e73f9a1c5b --preview',
			'carrywire close exec_9d2e4f6081a3c5e73f9a1c5b --share 0.5 --yes --json',
		],
		load: async () => (await import('./commands/close.ts')).close,
	},
	{
		name: 'cancel',
		group: 'trade',
		summary: 'Stop one that is being opened, and close or keep what was opened.',
		about:
			'Stops an execution that is queued or opening and closes what it has opened or, with --keep, lets that run; a running one is closed with carrywire close. Prints cancel_execution. The exit code is 5 when it is not done within 20 s: it goes on at the service.',
		forms: ['ID [--keep]'],
		words: [{ name: 'ID', meaning: 'Of the execution.' }],
		flags: { keep: { meaning: 'Only ends the opening: what is open runs on.' }, ...SERVICE_FLAGS },
		examples: [
			'carrywire cancel exec_9d2e4f6081a3c5e73f9a1c5b',
			'carrywire cancel exec_9d2e4f6081a3c5e73f9a1c5b --keep',
		],
		load: async () => (await import('./commands/cancel.ts')).cancel,
	},
	{
		name: 'update-exit',
		group: 'trade',
		summary: 'Change when a running one ends by itself.',
		about:
			'Changes exit rules of an execution. A rule that is not named stays as it is, the value none takes it away. Prints update_exit: all rules as they stand then.',
		forms: ['ID RULES'],
		words: [{ name: 'ID', meaning: 'Of the execution.' }],
		flags: { ...EXIT_FLAGS, ...SERVICE_FLAGS },
		examples: [
			'carrywire update-exit exec_9d2e4f6081a3c5e73f9a1c5b --stop-loss-pct 2.5 --take-profit-pct none',
		],
		load: async () => (await import('./commands/update-exit.ts')).updateExit,
	},
	{
		name: 'status',
		group: 'trade',
		summary: 'Is the service there, whose money does it use, which pairs of exchanges are alive.',
		about:
			'Without a word: version, mode and uptime of the service and its pairs of exchanges; no token is needed. Prints { test, exchange_pair }, each as its method answers. With a pair: whether it, or a symbol on it, can be traded now, and if not, why; prints check_pair_status.',
		forms: ['[flags]', 'PAIR [SYMBOL] [flags]'],
		words: [
			{ name: 'PAIR', meaning: 'Two exchanges, such as bybit-kucoin.' },
			{ name: 'SYMBOL', meaning: 'Such as BTCUSDT.' },
		],
		flags: SERVICE_FLAGS,
		examples: ['carrywire status', 'carrywire status bybit-kucoin BTCUSDT'],
		load: async () => (await import('./commands/status.ts')).status,
	},
];
