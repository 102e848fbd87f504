/** What of a portfolio needs a person, and what that person can do. The most pressing first; every figure is the service's. */
import type { ExchangeAccount, ExecutionRecord, Portfolio } from '../../../client/methods.ts';
import { coins, usd } from '../figures/money.ts';
import { venueName } from '../figures/venues.ts';
import { coinOf, hasEnded } from './entry.ts';

export type Matter = {
	readonly key: string;
	readonly look: 'bad' | 'warn';
	readonly what: string;
	/** What to do, or why nothing is to be done. */
	readonly act: string;
	/** Where that is done. */
	readonly link?: { readonly href: string; readonly text: string };
};

type PortfolioAccount = Portfolio['accounts'][number];

type Shown = {
	readonly executions: readonly ExecutionRecord[];
	readonly accounts: readonly PortfolioAccount[];
	readonly reasons: readonly { readonly field: string; readonly message: string }[];
};

/** @param connected what `account_exchange_pair` answers; undefined before it has */
export function mattersOf(
	shown: Shown,
	connected: readonly ExchangeAccount[] | undefined,
): readonly Matter[] {
	const matters = [
		...shown.executions.flatMap(mattersOfExecution),
		...shown.accounts.flatMap((account) => mattersOfAccount(account, shown.reasons)),
		...(connected ?? []).flatMap(mattersOfKey),
	];
	return matters.toSorted((a, b) => Number(b.look === 'bad') - Number(a.look === 'bad'));
}

/** Attention first, then the newest. */
export function inOrderOfNeed(executions: readonly ExecutionRecord[]): readonly ExecutionRecord[] {
	return executions.toSorted(
		(a, b) =>
			Number(mattersOfExecution(b).length > 0) - Number(mattersOfExecution(a).length > 0) ||
			Date.parse(b.execution.created_at) - Date.parse(a.execution.created_at),
	);
}

export function mattersOfExecution(entry: ExecutionRecord): readonly Matter[] {
	if (hasEnded(entry)) return [];
	const { advice, execution, risk } = entry;
	const coin = coinOf(entry);
	const of = `${coin}, long ${venueName(execution.long_exchange)}, short ${venueName(execution.short_exchange)}`;
	const link = {
		href: `/executions/${encodeURIComponent(execution.id)}`,
		text: `Look at ${coin} step by step`,
	};
	const matters: Matter[] = [];
	if (execution.status === 'needs_attention')
		matters.push({
			key: `${execution.id} status`,
			look: 'bad',
			what: `${of}: a person must look at it. ${execution.status_reason ?? ''}`.trim(),
			act: 'Compare the positions on both exchanges with what stands below; there it can be closed, or its opening cancelled.',
			link,
		});
	if (risk.net_delta !== 0) {
		const isMoving = execution.status === 'opening' || execution.status === 'closing';
		matters.push({
			key: `${execution.id} delta`,
			look: isMoving ? 'warn' : 'bad',
			what: `${of}: ${coins(Math.abs(risk.net_delta))} ${coin} of the ${risk.net_delta > 0 ? 'long' : 'short'} leg stand without the other leg (${usd(risk.unhedged_notional)}). Price moves count until they do not.`,
			act: isMoving
				? 'The service evens this out by itself. Nothing is to be done unless it lasts.'
				: 'The service tries to even this out. If it lasts, close the execution here or the excess at the exchange.',
			link,
		});
	}
	if (advice?.action === 'close')
		matters.push({
			key: `${execution.id} carry`,
			look: 'warn',
			what: `${of}: its funding has turned. ${advice.reason}`,
			act: 'Close it, unless you expect its funding to turn again. With the exit rule close_on_reversal the service closes it.',
			link,
		});
	return matters;
}

function mattersOfAccount(account: PortfolioAccount, reasons: Shown['reasons']): readonly Matter[] {
	const name = venueName(account.exchange);
	const why = reasons.find(({ field }) => field === `accounts.${account.exchange}`)?.message;
	const matters: Matter[] = [];
	if (account.unexplained !== null && account.unexplained !== 0)
		matters.push({
			key: `${account.exchange} unexplained`,
			look: 'bad',
			what: `${name}: ${usd(account.unexplained, true)} of your equity are explained by nothing that the service knows. That must be 0.`,
			act: `Compare the history of the account on ${name} with the export below before you trade on.`,
		});
	if (account.stale)
		matters.push({
			key: `${account.exchange} stale`,
			look: 'bad',
			what: `${name}: the account could not be read. ${why ?? ''}`.trim(),
			act: 'The figures shown of it are old; the service asks again by itself. If it lasts, check the key on the page Exchanges.',
			link: { href: '/connections', text: 'Exchanges' },
		});
	if (account.margin_runway !== null && account.margin_runway.add_margin > 0)
		matters.push({
			key: `${account.exchange} margin`,
			look: 'warn',
			what: `${name}: margin is short. ${account.margin_runway.text}.`,
			act: 'Move margin to this exchange, or close a part of what is open there.',
		});
	return matters;
}

function mattersOfKey({
	id,
	exchange,
	label,
	health,
	self_check: check,
}: ExchangeAccount): readonly Matter[] {
	const link = { href: '/connections', text: 'Exchanges' };
	const of = `${venueName(exchange)}, account ${label}`;
	if (health.status === 'needs_reconnect')
		return [
			{
				key: `${id} key`,
				look: 'bad',
				what: `${of}: the exchange refuses its key. ${health.reason ?? ''}`.trim(),
				act: 'Connect it again with another key; nothing of it is lost.',
				link,
			},
		];
	if (check?.status === 'failed')
		return [
			{
				key: `${id} check`,
				look: 'bad',
				what: `${of}: it has not passed its self-check, so nothing is opened on it. ${check.steps.find(({ verdict }) => verdict === 'failed')?.message ?? ''}`.trim(),
				act: 'Put right what the step says, then check it again.',
				link,
			},
		];
	return [];
}
