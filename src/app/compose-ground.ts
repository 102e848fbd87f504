/**
 * Composes the ground that all users share: identity, market data, the ranking of opportunities, and the chats. It
 * knows no user's accounts or executions.
 */
import { createMidHistory, type RunningMidHistory } from '../market/mid-history.ts';
import { createSqueezes } from '../market/squeezes.ts';
import { createOpportunityHistories } from '../opportunities/opportunity-history.ts';
import { createSlices, type Slices } from '../opportunities/slices.ts';
import type { OpportunityHistories } from '../ports/opportunity-history.ts';
import type { OrderMotions } from '../ports/order-motions.ts';
import type { PlanForecasts } from '../ports/plan-forecasts.ts';
import type { Squeezes } from '../ports/squeezes.ts';
import { rewrapInBackground } from './compose-accounts.ts';
import { type Chats, composeChat } from './compose-chat.ts';
import { composeIdentity, type Identity } from './compose-identity.ts';
import { composeMarket, type WatchedMarket } from './compose-market.ts';
import { composeOpportunities, type Scanning } from './compose-opportunities.ts';
import { composePlanForecasts } from './compose-plan-forecasts.ts';
import { readStoredTrading, type StoredTrading } from './open-stores.ts';
import { type ServicePace, USUAL_PACE } from './service-pace.ts';
import type { ServiceParts } from './service-parts.ts';

/** The parts that all users share. */
export type Ground = {
	readonly identity: Identity;
	readonly watched: WatchedMarket;
	readonly midHistory: RunningMidHistory;
	readonly scanning: Omit<Scanning, 'close'>;
	readonly histories: OpportunityHistories;
	readonly squeezes: Squeezes;
	readonly planForecasts: PlanForecasts;
	readonly chat: Chats;
	/** The stored state from which trading starts. */
	readonly stored: StoredTrading;
	readonly pace: ServicePace;
	/** Call this between short pieces of long work. If the result is undefined, continue at once; otherwise await it. */
	readonly pause: Slices['pause'];
};

/** Parts of the users' side that the ground calls. */
export type GroundParts = ServiceParts & {
	/** Gives a user who has just logged in the accounts that every user has. */
	readonly welcome: (userId: string, userName: string) => Promise<void>;
	/** Orders in motion, around which every change of the books is recorded. */
	readonly motions: OrderMotions;
};

/** Composes the ground. It reads market data from then on. */
export async function composeGround(parts: GroundParts): Promise<Ground> {
	const { stores, venues, closers, clock } = parts;
	const pace = parts.pace ?? USUAL_PACE;
	closers.add(rewrapInBackground(parts.vault, parts));
	const identity = await composeIdentity({
		...parts,
		identityProviders: parts.secrets.identityProviders,
		stores: stores.identity,
		vault: parts.vault.vault,
	});
	closers.add(identity.close);
	const watched = composeMarket({
		...parts,
		sources: venues.openSources(),
		isTraded: venues.isTraded,
		quotesAtPar: venues.quotesAtPar,
		settledRates: stores.settledRates,
	});
	closers.add(watched.close);
	const { market, fundingHistory } = watched;
	const midHistory = createMidHistory({
		...parts,
		market,
		store: stores.midSamples,
		isStored: pace.storesMids,
		periodMs: pace.midSampleMs,
		bookStaleMs: parts.config.marketData.bookStaleMs,
	});
	closers.add(midHistory.close);
	const stored = await readStoredTrading(stores);
	const scanning = composeScanning(parts, { watched, stored, pace });
	closers.add(scanning.close);
	const planForecasts = composePlanForecasts({
		...parts,
		store: stores.planForecasts,
		pots: stores.pots,
		watched,
	});
	closers.add(planForecasts.close);
	const chat = composeChat({
		...parts,
		tokens: parts.secrets.chat,
		store: stores.chats,
		agents: identity.agents,
		transport: parts.chatTransport,
		meter: parts.metrics.chats,
	});
	readMetrics(parts, { watched, scanning });
	return {
		identity,
		watched,
		midHistory,
		scanning,
		histories: createOpportunityHistories({
			funding: fundingHistory,
			prices: midHistory,
			forecasts: stores.forecasts,
			clock,
		}),
		squeezes: createSqueezes({ market, history: fundingHistory, moves: midHistory, clock }),
		planForecasts,
		chat,
		stored,
		pace,
		pause: createSlices(clock).pause,
	};
}

function readMetrics(
	{ metrics, venues }: ServiceParts,
	{ watched, scanning }: Pick<Ground, 'watched' | 'scanning'>,
): void {
	metrics.readFrom({
		venues: watched.market.readings,
		bans: venues.banReadings,
		history: watched.fundingHistory.readings,
		pairRows: scanning.opportunities.pairCount,
	});
}

function composeScanning(
	{ config, stores, clock, log, metrics, tracer }: ServiceParts,
	{ watched, stored, pace }: Pick<Ground, 'watched' | 'stored' | 'pace'>,
): Scanning {
	return composeOpportunities({
		market: watched.market,
		clock,
		log,
		fundingHistory: watched.fundingHistory,
		openLives: stored.openLives,
		lifeStore: stores.lives,
		forecastStore: stores.forecasts,
		fittedModel: stored.fittedModel,
		carryModels: stores.carryModels,
		refits: pace.refits,
		journal: stores.journal,
		limits: { ...config.scanner, ...config.marketData, stressMovePct: config.risk.stressMovePct },
		meter: metrics.scan,
		tracer,
		forecastEveryMs: pace.forecastEveryMs,
		scoreMs: pace.scoreMs,
	});
}
