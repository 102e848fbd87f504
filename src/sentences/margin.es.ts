/** Sentences about the margin of exchange accounts, in Spanish. */
import type { margin as english } from './margin.ts';
import type { Translated } from './translated.ts';

const LEGS = { long: 'larga', short: 'corta' } as const;

/** Sentences of the margin planner and of what-if shocks, in Spanish. */
export const margin: Translated<typeof english> = {
	transferWhy: ({ exchange, share, target }, write) =>
		`El capital en ${exchange} es el ${write.percentFixed(share, 0)} de sus posiciones; el plan necesita el ${write.percentFixed(target, 0)}.`,
	withoutEmpties: ({ exchange, move, hours }, write) =>
		`Sin ella, una ${move < 0 ? 'caída' : 'subida'} del ${write.percentFixed(move < 0 ? -move : move, 0)} liquida una posición en ${exchange}.${hours === null ? '' : ` A 2 sigma, eso tarda ${hours} h.`}`,
	withoutReduces: ({ exchange }) => `Sin ella, hay que reducir posiciones en ${exchange}.`,
	levelWatch: ({ exchange, limit }, write) =>
		`Recibes una alerta: ${exchange} tiene menos del ${write.percentFixed(limit, 0)} de su margen previsto.`,
	levelTransfer: ({ exchange, limit }, write) =>
		`Recibes una alerta que pide una transferencia: ${exchange} tiene menos del ${write.percentFixed(limit, 0)} de su margen previsto.`,
	levelReduce: ({ exchange, limit }, write) =>
		`Recibes una alerta crítica: ${exchange} tiene menos del ${write.percentFixed(limit, 0)} de su margen previsto. Un piloto automático que puede actuar reduce ahí las dos patas de pares.`,
	liquidatedLeg: ({ leg, exchange, other }) =>
		`${exchange} liquida la pata ${LEGS[leg]}. El servicio cierra enseguida la otra pata en ${other}.`,
	liquidatedBoth: () => 'Se liquidan las dos patas. No queda nada que cerrar.',
	exitRule: ({ leg, exchange, distance, limit }, write) =>
		`El servicio cierra el par por su regla de salida: la pata ${LEGS[leg]} en ${exchange} está a ${write.percent(distance)} de la liquidación, límite ${write.percent(limit)}.`,
	halves: ({ leg, exchange, left }, write) =>
		`El servicio reduce las dos patas a la mitad: a la pata ${LEGS[leg]} en ${exchange} le queda el ${write.percentFixed(left, 0)} de su distancia a la liquidación al entrar.`,
	warnsNear: ({ leg, exchange, left }, write) =>
		`Recibes una alerta: a la pata ${LEGS[leg]} en ${exchange} le queda el ${write.percentFixed(left, 0)} de su distancia a la liquidación al entrar.`,
	reduces: ({ exchange, notional }, write) =>
		`Un piloto automático que puede actuar reduce cada pata en ${write.usd(notional)}, por el margen en ${exchange}. Sin él, debes hacerlo tú.`,
	cannotAct: ({ exchange, hours }) =>
		`${exchange} no responde durante ${hours} h. El servicio no puede cerrar ni reducir este par, y no envía nada nuevo.`,
	downSafe: ({ exchange, hours, move }, write) =>
		`${exchange} no responde durante ${hours} h. Su margen resiste un movimiento del ${write.percentFixed(move, 0)}, que son 2 sigma en ese tiempo.`,
	downAtRisk: ({ exchange, hours, move }, write) =>
		`${exchange} no responde durante ${hours} h. Su margen no resiste un movimiento del ${write.percentFixed(move, 0)}, que son 2 sigma en ese tiempo.`,
	nothing: () => 'El servicio no hace nada.',
	noCap: ({ exchange, symbol }) =>
		`${exchange} no indica un límite de financiación para ${symbol}; su financiación no está en el resultado.`,
	noRate: ({ exchange, symbol }) =>
		`La tasa de financiación actual de ${symbol} en ${exchange} no se conoce; su financiación no está en el resultado.`,
	noMark: ({ exchange, symbol }) =>
		`${exchange} no tiene un precio de marca actual de ${symbol}; la posición no está en el resultado.`,
	noMarks: ({ symbol }) =>
		`Un exchange no tiene un precio de marca actual de ${symbol}; la ejecución no está en el resultado.`,
	noMargin: ({ exchange, symbol }) =>
		`${exchange} no indica ni el margen ni el precio de liquidación de ${symbol}. Se cuenta como si toda la cuenta lo respaldara.`,
	unknownExecution: ({ id }) => `No tienes una ejecución ${id}.`,
	nothingHeld: ({ id }) => `La ejecución ${id} no tiene una posición que se pueda valorar ahora.`,
	unknownCoin: ({ coin }) => `No tienes ninguna posición en ${coin}.`,
	unknownExchange: ({ exchange }) => `No tienes ninguna cuenta en ${exchange}.`,
	noPositions: () => 'No tienes ningún par abierto; no hay nada que reproducir.',
	emptyShock: () => 'Indica al menos uno de move_pct, gap_pct, cap_settlements y exchange_down_hours.',
	needsOther: ({ field, other }) => `${field} necesita también ${other}.`,
	notWithSqueeze: ({ field }) => `${field} y squeeze no se pueden combinar.`,
	needsScope: ({ scope, own }) =>
		`La reproducción de un squeeze necesita el permiso ${scope}; tu token tiene ${own.join(' ')}.`,
	noData: ({ squeeze, from, until, why }, write) =>
		`Ningún dato grabado de este servicio tiene tus posiciones para ${squeeze} (de ${write.instant(from)} a ${write.instant(until)}). ${write.words(why)}`,
	noDataOffered: () => 'El operador no ofrece datos grabados (ajuste replay.dataFolders).',
	noDataCovers: ({ data }) => `Se buscó en: ${data.join(', ')}.`,
};
