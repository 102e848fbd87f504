/** Do the connected accounts' keys work, and what did their self-checks find? Without `--probe` nothing is changed anywhere. */

import { openAccountBook } from '../../accounts/account-book.ts';
import { requireTradingKey } from '../../accounts/key-check.ts';
import { createSelfChecks } from '../../accounts/self-checks.ts';
import { dataDirectories } from '../../app/data-directories.ts';
import { openKeyProvider, readKeys } from '../../app/open-keys.ts';
import type { Config } from '../../config/config.ts';
import { formatDecimal } from '../../domain/decimal.ts';
import { createMarket } from '../../market/market.ts';
import type { SelfCheckStep } from '../../ports/self-check.ts';
import type { VenueCredentials, VenueTrading } from '../../ports/venue.ts';
import { openVault } from '../../vault/open-vault.ts';
import { clockLimits, moduleOf } from '../../venues/modules.ts';
import { openVenueTrading } from '../../venues/shared/trading.ts';
import type { Places, Source } from './exchanges.ts';
import { type Finding, type Findings, fail, ok, reasonOf, warn } from './finding.ts';
import type { KeptAccount, OpenedStore } from './store.ts';

const PRICES_MS_MAX = 15_000;
const CHECK_MS = 50;

type Reaching = { readonly places: Places; readonly sources: readonly Source[] };

/** Finds for each connected account whether its key works and can trade. */
export async function* accountFindings(opened: OpenedStore, { places, sources }: Reaching): Findings {
	if (opened.accounts.length === 0) yield ok('accounts', 'none is connected');
	for (const account of opened.accounts) {
		const source = sources.find(({ venue }) => venue === account.venue);
		if (source === undefined) {
			yield warn(
				'accounts',
				`${nameOf(account)}: ${account.venue} is not configured, or not reached`,
				'see venues, and the lines on network',
			);
			continue;
		}
		yield await keyFinding(account, places, source);
	}
}

async function keyFinding(account: KeptAccount, places: Places, source: Source): Promise<Finding> {
	const offsetMs = await source.data.measureClockOffset().catch(() => null);
	const session = openSession(places, account.venue, account.keys, offsetMs);
	try {
		const key = await session.describeKey();
		requireTradingKey(account.venue, key, places.clock.now());
		const { available } = await session.balance();
		const held = (await session.positions()).length;
		return ok(
			'accounts',
			`${nameOf(account)}: its key works and can trade; ${formatDecimal(available)} is available, ${held} positions are open`,
		);
	} catch (error) {
		return fail(
			'accounts',
			`${nameOf(account)}: ${reasonOf(error)}`,
			'connect it again with a key that works, or see the lines on network',
		);
	} finally {
		await session.close();
	}
}

/** The result of each account's last self-check. Only the modes testnet and live keep any. */
export async function* keptSelfChecks({ accounts, stores }: OpenedStore): Findings {
	if (stores === undefined) return;
	const reports = await stores.selfChecks.reports();
	for (const account of accounts) {
		const report = reports.get(account.accountId);
		if (report === undefined) continue;
		const when = `${nameOf(account)}: its self-check of ${new Date(report.checkedAt).toISOString()}`;
		if (report.verdict === 'passed') yield ok('accounts', `${when} passed`);
		else yield stepsFinding(when, report.steps);
	}
}

function stepsFinding(when: string, steps: readonly SelfCheckStep[]): Finding {
	const wrong = steps.find(({ verdict }) => verdict === 'failed' || verdict === 'unknown');
	return fail(
		'accounts',
		`${when} did not pass: ${wrong?.name}: ${reasonOf(wrong?.said)}`,
		'put that right, then call check_exchange_account',
	);
}

/** Checks every account with an order that cannot fill, as the modes testnet and live do. Only without a running service, which does it itself. */
export async function* probeFindings(config: Config, { places, sources }: Reaching): Findings {
	const stores = dataDirectories().hold(config.dataDir);
	const { clock, random, log } = places;
	const market = createMarket({
		sources: sources.map(({ data }) => data),
		clock,
		random,
		log,
		limits: config.marketData,
	});
	try {
		const vault = await openVault({
			keys: openKeyProvider(config, readKeys(config), random),
			store: stores.vault,
			random,
		});
		const book = await openAccountBook({ store: stores.exchangeAccounts, vault, log });
		const checks = await createSelfChecks({
			book,
			store: stores.selfChecks,
			openKey: (venue, keys) =>
				openSession(
					places,
					venue,
					keys,
					market.status(venue).clockOffsetMs,
					(symbol) => market.get(venue, symbol)?.instrument,
				),
			market,
			measureClock: async (venue) => sourceNamed(sources, venue).data.measureClockOffset(),
			clockLimits,
			clock,
			random,
			log,
		});
		try {
			await until(clock, () => sources.every(({ venue }) => market.status(venue).state === 'fresh'));
			for (const account of book.all()) {
				await checks.check(account.accountId);
				const state = checks.stateOf(account.accountId);
				for (const { name, verdict, said } of state?.steps ?? [])
					yield probeFinding(`${nameOf(account)}: ${name}: ${reasonOf(said)}`, verdict);
			}
		} finally {
			await checks.close();
		}
	} finally {
		await market.close();
		stores.close();
	}
}

function probeFinding(said: string, verdict: SelfCheckStep['verdict']): Finding {
	if (verdict === 'passed') return ok('accounts', said);
	if (verdict === 'warned' || verdict === 'skipped')
		return warn('accounts', said, 'it stops nothing by itself');
	return fail('accounts', said, 'put right what it says, then run it again');
}

function openSession(
	{ connectionOf }: Places,
	venue: string,
	credentials: VenueCredentials,
	offsetMs: number | null,
	instrumentOf: Parameters<typeof openVenueTrading>[0]['instrumentOf'] = () => undefined,
): VenueTrading {
	return openVenueTrading({
		module: moduleOf(venue),
		credentials,
		instrumentOf,
		clockOffsetMs: () => offsetMs,
		...connectionOf(venue),
	});
}

function sourceNamed(sources: readonly Source[], venue: string): Source {
	const source = sources.find((one) => one.venue === venue);
	if (source !== undefined) return source;
	throw new Error(`${venue} is not configured, or not reached.`);
}

/** Until it is so, or the time is over: then the checks say what is missing. */
function until(clock: Places['clock'], isSo: () => boolean): Promise<void> {
	const end = clock.monotonic() + PRICES_MS_MAX;
	return new Promise((resolve) => {
		const inspect = (): void => {
			if (isSo() || clock.monotonic() > end) resolve();
			else clock.after(CHECK_MS, inspect);
		};
		inspect();
	});
}

function nameOf({ venue, label, accountId }: Pick<KeptAccount, 'venue' | 'label' | 'accountId'>): string {
	return `${venue} ${label} (${accountId})`;
}
