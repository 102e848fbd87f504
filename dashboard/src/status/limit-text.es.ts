/** Significado de cada límite de la página «Estado», por el nombre de su ajuste. */
import type { Translated } from '../../../src/sentences/translated.ts';
import type { LIMIT_MEANINGS as English } from './limit-text.ts';

export const LIMIT_MEANINGS: Translated<typeof English> = {
	'execution.maxSlippageBpsDefault': 'Límite de deslizamiento de una pata si la llamada no fija otro.',
	'execution.maxSlippageBpsMax': 'Límite de deslizamiento más amplio que una llamada puede fijar.',
	'execution.leverageMax': 'Apalancamiento máximo de una pata.',
	'execution.amountMaxUsd': 'Importe máximo de una posición, con ambas patas juntas.',
	'execution.openAmountMaxUsd': 'Importe abierto máximo de un usuario.',
	'execution.executionsOpenMax': 'Número máximo de posiciones abiertas de un usuario.',
	'execution.widenAfterMs':
		'Tiempo para completar una pata atrasada dentro del límite de deslizamiento. Después rige el límite de un cierre.',
	'execution.reduceAfterMs': 'Tiempo para completar una pata atrasada. Después se reduce la pata mayor.',
	'execution.unhedgedMaxUsd': 'Importe máximo sin cobertura de una posición. Limita el tamaño de cada tramo.',
	'execution.unhedgedUserMaxUsd':
		'Importe máximo sin cobertura de un usuario. Cada tramo espera hasta que quepa.',
	'execution.unhedgedServiceMaxUsd':
		'Importe máximo sin cobertura de todos los usuarios juntos. Cada tramo espera hasta que quepa.',
	'execution.settlementGuardMs':
		'Tiempo antes y después de un cobro de financiación sin órdenes que abran una posición.',
	'execution.makerMs':
		'Tiempo que la primera pata espera como orden maker en el modo «Una pata primero». Después cruza el diferencial.',
	'execution.closeMakerMs':
		'Tiempo que un cierre como maker deja órdenes en el libro. Después el resto se cierra como taker.',
	'execution.closeMakerMoveBpsMax':
		'Subida máxima de la base de precio durante un cierre como maker. Después el cierre toma liquidez.',
	'execution.gridMs': 'Tiempo para abrir una rejilla. Después se descarta la parte no abierta.',
	'execution.unwindSlippageBpsMax':
		'Distancia máxima al precio medio de las órdenes que completan, reducen o cierran una pata.',
	'execution.unknownAttentionMs':
		'Tiempo tras el que una orden con resultado desconocido requiere tu atención.',
	'execution.bookAgeMsMax':
		'Antigüedad máxima de un libro de órdenes para decidir. Los más antiguos se piden otra vez.',
	'execution.accountPollMs': 'Tiempo entre lecturas de una cuenta con una posición abierta o una operación.',
	'execution.accountIdlePollMs': 'Tiempo entre lecturas de cualquier otra cuenta.',
	'execution.accountAgeMsMax':
		'Antigüedad máxima de los datos de cuenta para decidir. Los más antiguos se piden otra vez.',
	'execution.emergencyHedge':
		'Si un exchange deja de responder, su pata se cubre en un tercer exchange que el usuario conectó.',
	'execution.emergencyHedgeAfterMs': 'Tiempo sin respuesta tras el que un exchange se considera caído.',
	'execution.previewTtlMs': 'Validez de una vista previa.',
	'execution.closeWaitMs': 'Tiempo máximo que un cierre espera hasta que ambas patas queden a cero.',
	'risk.openNotionalMaxUsd': 'Valor nocional abierto máximo de un usuario, con todas las patas juntas.',
	'risk.coinNotionalMaxUsd':
		'Valor nocional abierto máximo de un usuario en una moneda, con todas las patas juntas.',
	'risk.venueNotionalMaxUsd': 'Valor nocional abierto máximo de un usuario en un exchange.',
	'risk.dailyLossMaxUsd':
		'Pérdida de un usuario desde las 00:00 UTC, realizada y no realizada, que bloquea posiciones nuevas.',
	'risk.stressMovePct': 'Movimiento adverso del precio que el margen de una pata debe soportar.',
	'risk.liquidationDistanceMinPct':
		'Distancia mínima entre el precio de entrada de una pata y su precio de liquidación.',
	'risk.collarPct':
		'Distancia máxima entre un precio medio y el precio de marca y el precio índice del exchange.',
	'risk.dataAgeMsMax': 'Antigüedad máxima de los saldos y las posiciones en los controles de riesgo.',
	'risk.childDepthSharePct':
		'Parte máxima de la profundidad que un tramo de rejilla puede usar. Cuenta el lado más fino.',
	'risk.venueErrorWindowMs': 'Tiempo en el que se cuentan las solicitudes a un exchange.',
	'risk.venueErrorPctMax':
		'Proporción de solicitudes sin respuesta que impide abrir posiciones en el exchange.',
	'risk.venueErrorsMin': 'Número mínimo de solicitudes sin respuesta que bloquea las aperturas.',
	'marketData.tickerStaleMs': 'Los precios más antiguos están desactualizados.',
	'marketData.bookStaleMs': 'Los libros de órdenes más antiguos están desactualizados.',
};
