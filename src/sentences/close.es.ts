/** Sentences about closes and cancels, in Spanish. */
import type { close as english } from './close.ts';
import type { Figure, Writer } from './sentence.ts';
import type { Translated } from './translated.ts';

const MORE_FILLS = ' También se cierran las ejecuciones posteriores de órdenes en curso.';
const LEGS = { long: 'en largo', short: 'en corto' } as const;
const STATUSES: ReadonlyMap<string, string> = new Map([
	['queued', 'en cola'],
	['opening', 'abriéndose'],
	['running', 'abierta'],
	['closing', 'cerrándose'],
	['closed', 'cerrada'],
	['failed', 'fallida'],
	['needs_attention', 'a la espera de tu atención'],
]);

/** Sentences about closes and cancels, in Spanish. */
export const close: Translated<typeof english> = {
	alreadyClosing({ remaining, firm, isWhole, wantsMaker }, write) {
		const guard = firm === null ? '' : ` dentro de ${write.number(firm)} pb`;
		const what =
			Number(remaining) === 0 ? 'cerrando' : `reduciendo a ${write.coins(remaining)} monedas por pata`;
		const advice = wantsMaker
			? 'Un cierre como taker no puede pasar a ser maker. Para esperarlo, llama sin `style`.'
			: firm !== null
				? 'Llama de nuevo con un `max_slippage_bps` mayor, o sin él, para ampliar el límite.'
				: isWhole
					? 'Su límite de deslizamiento se sigue ampliando y no se puede reducir. Para esperar el cierre, llama sin `max_slippage_bps`.'
					: 'Cierra otra parte cuando termine este cierre.';
		return `La operación se está ${what}${guard}. ${advice}`;
	},
	partOfOther: ({ status }) =>
		`Solo una operación abierta se puede cerrar en parte; esta está ${statusName(status)}. Omite \`share\` y \`amount\` para cerrarla toda. Para conservar parte de una apertura, detenla con \`cancel_execution\` y su parámetro \`keep\`, y cierra después una parte.`,
	smallPart: ({ field, closed, held, least }, write) =>
		`\`${field}\` cierra ${write.coins(closed)} de ${write.coins(held)} monedas por pata; el mínimo es ${write.coins(least)}. Cierra todo o una parte mayor.`,
	makerOfOther: ({ status }) =>
		`Solo una operación abierta se puede cerrar como maker; esta está ${statusName(status)}. Omite \`style\` para cerrarla como taker.`,
	noRestingBook: ({ instrument }) =>
		`${instrument} no tiene ahora un libro de órdenes utilizable, así que ninguna orden puede descansar ahí. Omite \`style\` para cerrar como taker o inténtalo de nuevo.`,
	noPrice: ({ instrument }) =>
		`\`amount\` no se puede convertir en monedas, porque ${instrument} no tiene ahora un libro de órdenes utilizable. Usa \`share\` o inténtalo de nuevo.`,

	makerRests: ({ leg, exchange, rests }, write) =>
		` La pata ${LEGS[leg]} descansa como maker en ${exchange} hasta ${write.duration(rests)}; el resto se cierra después como taker.`,
	closedPart: ({ closed, before, held }, write) =>
		`Se cerraron ${write.coins(closed)} de ${write.coins(before)} monedas por pata; ${write.coins(held)} siguen abiertas.`,
	takenBack: ({ closed }, write) => `El cierre se revirtió con \`cancel_execution\`. ${write.words(closed)}`,
	goesOn({ long, short, coin, isFlat, rests, attention }, write) {
		const left = isFlat
			? 'nuestras órdenes cerraron ambas patas, pero los exchanges aún no lo confirman'
			: `${write.coins(long)} ${coin} en largo y ${write.coins(short)} ${coin} en corto siguen abiertas`;
		const person = attention === null ? '' : ` Debes actuar: ${write.words(attention)}`;
		return `Aún no está cerrada: ${left}. El cierre continúa; síguelo en la cartera.${write.words(rests)}${person}`;
	},
	closed({ reason, isFundingKnown }, write) {
		const why = reason === null ? '' : ` Motivo: ${write.words(reason).replace(/\.$/, '')}.`;
		const unknown = isFundingKnown
			? ''
			: ' El servicio no puede leer ahora sus registros de cobros, así que las cifras finales son desconocidas. Inténtalo de nuevo.';
		return `Ambos exchanges confirman una posición de cero.${why}${unknown}`;
	},

	bookMissing: ({ instrument }) =>
		`No hay un libro de órdenes utilizable de ${instrument}, así que el resultado de la salida es desconocido. Aun así puedes cerrar.`,
	thinBook: ({ instrument }) =>
		`El libro de órdenes visible de ${instrument} no basta para toda la pata, así que las comisiones y el deslizamiento de salida son desconocidos. El cierre se hace por partes.`,
	feesUnknown: ({ instrument }) => `Las comisiones de tu cuenta para ${instrument} son desconocidas ahora.`,
	bookOld: ({ instrument, age }, write) =>
		`El libro de órdenes de ${instrument} tiene ${write.duration(age)} de antigüedad. El resultado de la salida puede diferir de estas cifras.`,
	noSwitch: ({ exchange, finding }, write) =>
		`${exchange} no tiene cancelación automática para la orden que descansa: ${write.words(finding)}. Si este servicio se detiene, la orden sigue en el libro y puede ejecutarse sin cobertura.`,
	closesAll: ({ why }, write) => `El cierre cubre toda la posición, porque ${write.words(why)}.`,
	smallRest: ({ rest, coin, least }, write) =>
		`el resto de ${write.coins(rest)} ${coin} por pata quedaría por debajo de la orden mínima de ${write.coins(least)}`,
	slippageGuard: ({ instrument }) =>
		`El libro de órdenes de ${instrument} no basta para toda la pata dentro de \`max_slippage_bps\`, así que el cierre puede esperar. Pon un límite más amplio o ninguno.`,

	nothing: () =>
		'La operación ha terminado y no hay nada abierto. Un cierre solo devuelve otra vez las cifras finales.',
	cancel: () => 'Aún no hay nada abierto. Un cierre termina la operación sin enviar ninguna orden.',
	wait: (position, write) =>
		`Hay un cierre en curso: ${bothLegs(position, write)} siguen abiertas. Otra llamada de cierre espera a que termine.`,
	share: ({ coin, longOn, long, shortOn, closed, remaining, rests }, write) =>
		`Un cierre vende ${write.coins(closed)} de ${write.coins(long)} ${coin} en ${longOn} y recompra la misma cantidad en ${shortOn}. ${write.coins(remaining)} ${coin} siguen abiertas y cubiertas.${write.words(rests)}`,
	whole: ({ coin, longOn, long, shortOn, short, hasOrders, rests }, write) =>
		`Un cierre vende ${write.coins(long)} ${coin} en ${longOn} y recompra ${write.coins(short)} ${coin} en ${shortOn}, hasta que ambos exchanges confirmen una posición de cero.${hasOrders ? MORE_FILLS : ''}${write.words(rests)}`,
	stop(position, write) {
		const isFlat = Number(position.long) === 0 && Number(position.short) === 0;
		const stops = isFlat ? 'Aún no hay nada abierto.' : `Cierra ${bothLegs(position, write)}.`;
		return `Un cierre detiene la apertura. ${stops}${position.hasOrders ? MORE_FILLS : ''}`;
	},

	isRunning: () => 'La operación está en marcha: ambas patas están abiertas. Ciérrala con `close_execution`.',
	keepsNothing: () => 'La operación se está cerrando, así que no se puede conservar su parte ejecutada.',
	hasEnded: ({ why }, write) => `La operación ha terminado: ${write.words(why).replace(/\.$/, '')}.`,
	unwinding: () => 'La operación ya se había abierto y se está deshaciendo.',
	alreadyEnding: () => 'La operación ya se está cerrando.',
	cancelGoesOn: () =>
		'La apertura se detuvo y el servicio está cerrando su parte ejecutada. Síguelo en la cartera.',
	closeTakenBack: () =>
		'El cierre se revirtió y ambas patas siguen abiertas. Puedes cerrarlas con `close_execution`.',
	kept: ({ held, planned, coin }, write) =>
		`La apertura se detuvo. ${write.coins(held)} de ${write.coins(planned)} ${coin} siguen abiertas en cada pata. Puedes cerrarlas con \`close_execution\`.`,
	balancing: () =>
		'La apertura se detuvo. El servicio está equilibrando su parte ejecutada, que después sigue abierta. Síguelo en la cartera.',
};

type Position = {
	readonly coin: string;
	readonly longOn: string;
	readonly long: Figure;
	readonly shortOn: string;
	readonly short: Figure;
};

function bothLegs({ coin, longOn, long, shortOn, short }: Position, write: Writer): string {
	return `${write.coins(long)} ${coin} en largo en ${longOn} y ${write.coins(short)} ${coin} en corto en ${shortOn}`;
}

function statusName(status: string): string {
	return STATUSES.get(status) ?? status;
}
