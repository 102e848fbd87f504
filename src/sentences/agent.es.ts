/** Refusals of calls about agents, their keys, and tokens, in Spanish. */
import type { agent as agentEnglish, token as tokenEnglish } from './agent.ts';
import type { Translated } from './translated.ts';

const HOUR_MS = 3_600_000;

/** Refusals of calls about agents and their keys, in Spanish. */
export const agent: Translated<typeof agentEnglish> = {
	unknown: ({ was }) => `agent_id debe nombrar uno de tus agentes; era ${JSON.stringify(was)}.`,
	stopped: ({ agent }) => `El agente ${agent} se detuvo y no puede volver a funcionar. Crea otro.`,
	tooMany: ({ limit }) => `Tienes ${limit} agentes en marcha, que es el límite. Detén uno primero.`,
	ownKeyPair: ({ agent }) =>
		`agent_id debe nombrar un agente que tenga una clave secreta; ${agent} se autentica con su propio par de claves.`,
	scopes: ({ allowed, was }) =>
		`scopes debe ser uno o más de ${allowed.join(', ')}; era ${was.join(' ') || 'ninguno'}.`,
	executionsPerDay: ({ limit, was }, write) =>
		`executions_per_day debe ser un número entero de 0 a ${write.number(limit)}; era ${was}.`,
	pairCount: ({ limit, was }) => `pairs debe contener de 1 a ${limit} pares de exchanges; eran ${was}.`,
	pair: ({ was }) =>
		`pairs debe contener pares de exchanges, cada uno en orden alfabético, como bybit-kucoin; era ${JSON.stringify(was)}.`,
	amount: ({ field, limit, was }, write) =>
		`${field} debe ser mayor que 0 y como máximo ${write.usd(limit)}; era ${write.usd(was)}.`,
	keyCount: ({ limit, was }) => `public_keys debe contener de 1 a ${limit} claves; eran ${was}.`,
	privateKey: () =>
		'public_keys debe contener solo claves públicas; una tiene miembros privados. Considera filtrada esa clave y crea otra.',
	keySize: ({ limit }, write) => `public_keys debe tener como máximo ${write.number(limit)} bytes por clave.`,
	weakKey: ({ bits, exponent }) =>
		`public_keys debe ser P-256, P-384, P-521, Ed25519, o RSA de al menos ${bits} bits con un exponente de al menos ${exponent}.`,
};

/** Refusals of calls about tokens, in Spanish. */
export const token: Translated<typeof tokenEnglish> = {
	unknown: ({ was }) => `token_id debe nombrar uno de tus tokens; era ${JSON.stringify(was)}.`,
	ended: ({ token }) => `token_id debe nombrar un token válido; ${token} ha caducado o se revocó.`,
	tooMany: ({ user, limit }) =>
		`El usuario ${user} tiene ${limit} tokens válidos, que es el límite. Revoca uno primero.`,
	lifetime: ({ longest, was }) =>
		`ttl debe ser de al menos 1 minuto y como máximo ${longest / HOUR_MS} horas (30 días); era de ${was / HOUR_MS} horas.`,
	noScope: ({ known }) => `scope debe ser uno o más de ${known.join(', ')}; no había ninguno.`,
};
