"""The Expansion Expansion (R20 to R27): Assistants, Permits and five Guilds."""

from ludarium.games.belfort.v1 import types_pb2

from server.games.belfort.choices import PlaceGoon, PlaceImp, TakePermit, UseAssistant, UseDjinn
from server.games.belfort.content import load
from server.games.belfort.modules import assistants, permits, specialties
from server.games.belfort.points import Points

K = types_pb2


def attach(points: Points, seats: int) -> None:
    """R20: the start, what is laid out, and where Assistants and Permits reach in."""
    numbers = load().numbers
    points.start_score = numbers.expansion_score
    points.start_month = numbers.expansion_month
    points.acts_when_taken[assistants.CENTAUR] = K.DECISION_KIND_PLACE_CENTAUR
    points.guild_pool.update(load().module_guilds["expansion_expansion"])
    points.set_up += [permits.lay_out]
    points.lay_out_assistants += [assistants.lay_out]
    points.calendar_asks += [assistants.choosing]
    points.passing += [specialties.on_passing]
    points.taxes += [specialties.at_taxes]
    points.turn_end += [specialties.at_turn_end]
    points.round_end += [assistants.give_back_all]
    points.planks += [permits.permit_planks]
    points.build_fee += [specialties.gorgon_fee]
    points.before_build += [specialties.pay_gorgon]
    points.after_build += [specialties.gorgon_reward]
    points.hires += [specialties.centaur_hire]
    points.centaur_price += [specialties.centaur_price]
    points.scoring += [permits.score]
    points.answer(K.DECISION_KIND_PLACE, {PlaceGoon: specialties.GOON, PlaceImp: specialties.IMP})
    anywhere = {UseAssistant: specialties.USE, UseDjinn: specialties.DJINN, TakePermit: permits.TAKE}
    points.answer(K.DECISION_KIND_TAKE_ACTION, anywhere)
    points.answer(
        K.DECISION_KIND_TAKE_TAPELESS_ACTION,
        {PlaceGoon: specialties.GOON, PlaceImp: specialties.IMP, **anywhere},
    )
